import './access.css'

/** A page with one message and its actions. */
export function MessageOnlyPage({
  title,
  about,
  children,
}: {
  title: string
  about: string
  children: React.ReactNode
}) {
  return (
    <div className="plain-stack notice">
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{about}</p>
      <div className="notice-acts">{children}</div>
    </div>
  )
}
