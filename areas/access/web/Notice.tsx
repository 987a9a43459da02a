import './access.css'

/** A page with one thing to say and what can be done about it. */
export function Notice({ title, about, children }: { title: string; about: string; children: React.ReactNode }) {
  return (
    <div className="plain-stack notice">
      <title>{title}</title>
      <h1>{title}</h1>
      <p>{about}</p>
      <div>{children}</div>
    </div>
  )
}
