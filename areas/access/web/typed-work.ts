// Whether somebody typed something on the present page that a reload would lose. Asking the document instead of each
// form covers forms that nobody thought of.

let typedAt: string | undefined

/** Starts watching; answers how to stop. */
export function watchTypedWork() {
  const typed = (event: Event) => {
    const inPage = event.target instanceof Element && event.target.closest('main, [role="dialog"]')
    if (inPage) typedAt = location.pathname
  }
  document.addEventListener('input', typed, { capture: true })
  return () => document.removeEventListener('input', typed, { capture: true })
}

export const hasTypedWork = () => typedAt === location.pathname
