import type { ComponentChildren, JSX } from "preact";

export function Button(props: {
  label: string;
  onClick(): void;
  children?: ComponentChildren;
  disabled?: boolean;
  pressed?: boolean;
  kind?: string;
}): JSX.Element {
  return (
    <button
      type="button"
      class={props.kind ?? ""}
      aria-label={props.children === undefined ? undefined : props.label}
      title={props.children === undefined ? undefined : props.label}
      aria-pressed={props.pressed}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      {props.children ?? props.label}
    </button>
  );
}

export function Select(props: {
  label: string;
  value: string;
  options: string[];
  names?: string[];
  onChange(value: string): void;
}): JSX.Element {
  return (
    <label class="field">
      {capital(props.label)}
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.options.map((option, index) => (
          <option key={option} value={option} selected={option === props.value}>
            {props.names?.[index] ?? (option === "" ? "–" : option)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Words that also stand within sentences begin small. */
function capital(label: string): string {
  return label.charAt(0).toLocaleUpperCase(document.documentElement.lang) + label.slice(1);
}
