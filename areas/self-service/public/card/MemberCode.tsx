import type { ReactNode } from 'react'
import { useT } from '#kit/public/texts.ts'
import type { QrCode } from '../../contract.ts'
import '../self-service.css'

type Props = {
  /** What the counter's scanner reads. */
  code: string
  /** Its drawing; a card that the phone kept from an earlier version has none. */
  qr: QrCode | null | undefined
  /** What the drawing is called, for those who do not see it. */
  name: string
  children?: ReactNode
}

/** A code as the counter scans it; without its drawing the number is still there to read out. */
export function MemberCode({ code, qr, name, children }: Props) {
  const t = useT()
  return (
    <section className="pub-card pub-qr" aria-label={t('self-service:card.code')}>
      <Drawing qr={qr} name={name} />
      <p className="pub-number">{readable(code)}</p>
      {children}
    </section>
  )
}

/** The white edge that scanners need, in fields: at night the page around it is dark. */
const QUIET = 4

export function Drawing({ qr, name }: Pick<Props, 'qr' | 'name'>) {
  if (!qr) return null
  const { Size } = qr
  const [from, whole] = [-QUIET, Size + 2 * QUIET]
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`${from} ${from} ${whole} ${whole}`}
      width={184}
      height={184}
      shapeRendering="crispEdges"
    >
      <rect x={from} y={from} width={whole} height={whole} fill="#fff" />
      <path d={pathOf(qr)} fill="#161b26" />
    </svg>
  )
}

/** Its dark fields as one line of an SVG. */
function pathOf({ Size, Bits }: QrCode) {
  const bytes = atob(Bits)
  let path = ''
  for (let at = 0; at < Size * Size; at++)
    if (bytes.charCodeAt(at >> 3) & (0x80 >> (at & 7))) path += `M${at % Size} ${Math.floor(at / Size)}h1v1h-1z`
  return path
}

/** JC000011284 → JC 0000 11284: in groups it can be read out. */
const readable = (number: string) => number.replace(/^([A-Z]+)(\d{4})(\d+)$/, '$1 $2 $3')
