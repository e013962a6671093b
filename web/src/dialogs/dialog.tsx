import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A dialog that Escape and its button close. */
export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren }): JSX.Element {
  const box = useRef<HTMLDialogElement>(null);
  // Before anything is drawn, so that no key is lost.
  useLayoutEffect(() => {
    box.current?.showModal();
  }, []);
  return (
    <dialog ref={box} aria-label={props.title} onClose={props.onClose}>
      <h2>{props.title}</h2>
      {props.children}
    </dialog>
  );
}
