import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import './expiry.css'

/** How many points, in small print below what they buy. */
export function Quiet({ points }: { points: number }) {
  const t = useT()
  return <div className="expiry-quiet carat-figure">{t('expiry:points', { points: formatPoints(points) })}</div>
}
