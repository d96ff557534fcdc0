type Props = {
  /** Without a title, it is hidden until a script fills it in (`web/request-form.ts`). */
  title?: string;
  detail?: string;
};

/** Looks like a toast of the app, on a page without it. */
export function StillToast({ title, detail }: Props) {
  return (
    <div data-toast="" hidden={title === undefined} className="toast-host">
      <ol className="grid justify-items-end gap-2">
        <li className="w-full animate-rise rounded-control bg-ink px-4 py-3.5 text-paper shadow-float sm:w-auto sm:max-w-[28rem]">
          <div role="status">
            <p className="text-button">{title}</p>
            <p className="text-button font-normal opacity-90">{detail}</p>
          </div>
        </li>
      </ol>
    </div>
  );
}
