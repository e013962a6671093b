/** Keeps the page for use without network, and takes up a newer one when the page is opened. */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("sw.js", { updateViaCache: "none" });
  if (registration.waiting === null) return;
  // A newer page was fetched during an earlier visit. The old one goes as a whole, lest parts of both meet.
  serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registration.waiting.postMessage("take over");
}
