// Converts between the date field's local time without a zone (`YYYY-MM-DDTHH:mm`) and the instants of the API.

/** The value of a `datetime-local` field for an instant, to the minute. */
export function toLocalField(at: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const date = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The instant of a `datetime-local` value, or undefined if the field is empty or incomplete. */
export function fromLocalField(value: string): Date | undefined {
  const at = new Date(value);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(at.getTime()) ? at : undefined;
}
