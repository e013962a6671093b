// A placeholder until the page is built: says whether the server answers.
const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
const address = new URL("core", location.href);
address.protocol = "ws:";
address.hash = "";
const socket = new WebSocket(address);
const show = (text) => {
  document.body.textContent = text;
};
socket.onopen = () => socket.send(JSON.stringify({ token }));
socket.onmessage = (event) => {
  const message = JSON.parse(event.data);
  if (message.ok) {
    socket.send(JSON.stringify({ id: 1, call: "hello" }));
  } else {
    show(`tuzdik ${message.result.version}`);
  }
};
socket.onclose = (event) => show(`closed: ${event.code} ${event.reason}`);
