import '#kit/web/plain.css'

type Props = React.ComponentProps<'button'> & { look?: 'primary' | 'plain' | 'link' | 'sign'; busy?: boolean }

/** A button for pages without the component library. A busy button keeps the focus and ignores clicks. */
export function SignInButton({ look = 'primary', busy = false, onClick, ...button }: Props) {
  return (
    <button
      type="button"
      {...button}
      className={`plain-button plain-button-${look}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  )
}
