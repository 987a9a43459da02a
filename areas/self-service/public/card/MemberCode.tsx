import type { ReactNode } from 'react'
import { useT } from '#kit/public/texts.ts'
import type { QrCode } from '../../contract.ts'
import '../self-service.css'

type Props = {
  /** Text that the scanner at the counter reads. */
  code: string
  /** QR code of the card; missing if the card was cached by an earlier version of the program. */
  qr: QrCode | null | undefined
  /** Accessible name of the QR code's drawing. */
  name: string
  children?: ReactNode
}

/** A QR code for the counter, with its text, which the customer can read out. */
export function MemberQrCode({ code, qr, name, children }: Props) {
  const t = useT()
  return (
    <section className="pub-card pub-qr" aria-label={t('self-service:card.code')}>
      <QrDrawing qr={qr} name={name} />
      <p className="pub-number">{readable(code)}</p>
      {children}
    </section>
  )
}

/** Width in modules of the light border around the QR code, which scanners need in dark mode. */
const QUIET = 4

export function QrDrawing({ qr, name }: Pick<Props, 'qr' | 'name'>) {
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

/** Returns the dark modules of the QR code as one SVG path. */
function pathOf({ Size, Bits }: QrCode) {
  const bytes = atob(Bits)
  let path = ''
  for (let at = 0; at < Size * Size; at++)
    if (bytes.charCodeAt(at >> 3) & (0x80 >> (at & 7))) path += `M${at % Size} ${Math.floor(at / Size)}h1v1h-1z`
  return path
}

/** Divides a membership number into groups that are easy to read out: JC000011284 becomes JC 0000 11284. */
const readable = (number: string) => number.replace(/^([A-Z]+)(\d{4})(\d+)$/, '$1 $2 $3')
