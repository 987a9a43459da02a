import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '#kit/public/texts.ts'

type Modules = { size: number; path: string }

type Props = {
  /** What the counter's scanner reads. */
  code: string
  /** What the drawing is called, for those who do not see it. */
  name: string
  children?: ReactNode
}

/** A code as the counter scans it; without its drawing the number is still there to read out. */
export function MemberCode({ code, name, children }: Props) {
  const t = useT()
  return (
    <section className="pub-card pub-qr" aria-label={t('self-service:card.code')}>
      <Drawing code={code} name={name} />
      <p className="pub-number">{readable(code)}</p>
      {children}
    </section>
  )
}

export function Drawing({ code, name }: Pick<Props, 'code' | 'name'>) {
  const [modules, setModules] = useState<Modules>()
  useEffect(() => {
    let isHere = true
    void import('./qr.ts').then(
      ({ qrOf }) => isHere && setModules(qrOf(code)),
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [code])
  if (!modules) return <span className="pub-qr-place" />
  const { size, path } = modules
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      width={184}
      height={184}
      shapeRendering="crispEdges"
    >
      <rect x={-2} y={-2} width={size + 4} height={size + 4} fill="#fff" />
      <path d={path} fill="#161b26" />
    </svg>
  )
}

/** JC000011284 → JC 0000 11284: in groups it can be read out. */
const readable = (number: string) => number.replace(/^([A-Z]+)(\d{4})(\d+)$/, '$1 $2 $3')
