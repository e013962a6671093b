import { download } from "./records";

/** The board as it is drawn, with the styles that it needs. */
function drawing(): string {
  const svg = document.querySelector<SVGSVGElement>("svg.drawing");
  if (svg === null) return "";
  const whole = svg.cloneNode(true) as SVGSVGElement;
  const sources = svg.querySelectorAll<SVGElement>("*");
  const copies = whole.querySelectorAll<SVGElement>("*");
  for (const [index, source] of sources.entries()) {
    const style = getComputedStyle(source);
    const target = copies[index];
    for (const name of [
      "fill",
      "stroke",
      "stroke-width",
      "font-size",
      "font-family",
      "font-weight",
      "text-anchor",
      "opacity",
    ]) {
      target?.setAttribute(name, style.getPropertyValue(name));
    }
  }
  whole.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const { width, height } = svg.viewBox.baseVal;
  whole.setAttribute("width", String(width));
  whole.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(whole);
}

/** Offers the board as SVG. */
export function picture(): void {
  download("board.svg", new Blob([drawing()], { type: "image/svg+xml" }));
}

/** Offers the board as PNG. */
export async function pixels(): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing())}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  canvas.toBlob((blob) => {
    if (blob !== null) download("board.png", blob);
  });
}
