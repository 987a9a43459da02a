import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'

/** A number of points, in muted small text. */
export function MutedPoints({ points }: { points: number }) {
  const t = useT()
  return (
    <Muted as="div" className="carat-figure">
      {t('expiry:points', { points: formatPoints(points) })}
    </Muted>
  )
}
