/** How the page reaches the program: two channels of text. */
export interface Transport {
  /** Sends a call of the core, one JSON object, and gives its reply. */
  core(request: string): Promise<string>;
  /** Opens a channel to an engine; its lines are those of the protocol, one a message. */
  engine(name: string, on: EngineEvents): EngineChannel;
  /** Tells whether the program can be reached. After it was lost it knows nothing of before. */
  onState(listener: (state: Reach) => void): void;
  /** The address of the page with a fragment that names a game; whoever has it may use the program. */
  address(fragment: string): string;
}

/** `renewed`: the program was started again and can be reached by its new address only. */
export type Reach = "here" | "lost" | "renewed";

export interface EngineEvents {
  line(text: string): void;
  /** The engine is gone; a new channel starts it again. */
  closed(reason: string): void;
}

export interface EngineChannel {
  send(line: string): void;
  close(): void;
}

const TOKEN_KEY = "tuzdik-token";
/** The code that closes a socket whose token is not the program's. */
const WRONG_TOKEN = 4401;
/** Milliseconds between attempts to reach a server that is gone. */
const RETRY = 1000;

/** The token of this visit, taken from the address and kept for reloads. */
function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get("token");
  if (token === null) return sessionStorage.getItem(TOKEN_KEY) ?? "";
  sessionStorage.setItem(TOKEN_KEY, token);
  given.delete("token");
  const rest = given.toString();
  history.replaceState(null, "", rest === "" ? location.pathname : `#${rest}`);
  return token;
}

function address(path: string): string {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return url.href;
}

/** The transport to `tuzdik board` on this machine. */
export function socketTransport(): Transport {
  let token = takeToken();
  const listeners: ((state: Reach) => void)[] = [];
  const waiting = new Map<number, { text: string; done: (reply: string) => void }>();
  let socket: WebSocket | undefined;
  let ready = false;
  let next = 1;

  const tell = (state: Reach) => {
    for (const listener of listeners) listener(state);
  };
  const connect = () => {
    const opened = new WebSocket(address("core"));
    socket = opened;
    opened.onopen = () => opened.send(JSON.stringify({ token }));
    opened.onmessage = (event: MessageEvent<string>) => {
      if (!ready) {
        ready = true;
        tell("here");
        // What was asked before, or when the connection broke.
        for (const { text } of waiting.values()) opened.send(text);
        return;
      }
      const reply = JSON.parse(event.data) as { id: number };
      const asked = waiting.get(reply.id);
      waiting.delete(reply.id);
      asked?.done(event.data);
    };
    opened.onclose = ({ code }) => {
      if (opened !== socket) return;
      ready = false;
      tell(code === WRONG_TOKEN ? "renewed" : "lost");
      if (code !== WRONG_TOKEN) setTimeout(connect, RETRY);
    };
  };
  connect();
  // The new address of a program that was started again, opened in this very tab.
  window.addEventListener("hashchange", () => {
    const given = takeToken();
    if (given === token) return;
    token = given;
    const before = socket;
    ready = false;
    connect();
    before?.close();
  });

  return {
    core(request) {
      return new Promise((done) => {
        const id = next++;
        const text = JSON.stringify({ ...(JSON.parse(request) as object), id });
        waiting.set(id, { text, done });
        if (ready) socket?.send(text);
      });
    },
    engine(name, on) {
      const line = new WebSocket(address("engine"));
      const early: string[] = [];
      let open = false;
      line.onopen = () => line.send(JSON.stringify({ token, engine: name }));
      line.onmessage = (event: MessageEvent<string>) => {
        if (open) {
          on.line(event.data);
          return;
        }
        open = true;
        for (const text of early) line.send(text);
      };
      line.onclose = (event) => on.closed(event.reason);
      return {
        send(text) {
          if (open) line.send(text);
          else early.push(text);
        },
        close() {
          line.onclose = null;
          line.close();
        },
      };
    },
    onState(listener) {
      listeners.push(listener);
    },
    address(fragment) {
      return `${location.href.split("#")[0] ?? ""}#token=${token}&${fragment}`;
    },
  };
}
