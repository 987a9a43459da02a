import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import type { LevelHistory } from '../contract/level-histories.ts'

/** Who asked for a change, and when; nobody where the program found it. */
export function Asked({ change: { RequestedBy, RequestedAt } }: { change: LevelHistory }) {
  const t = useT()
  return (
    <>
      {formatInstant(RequestedAt)}
      <div className="levels-quiet">{RequestedBy ?? t('levels:automatic')}</div>
    </>
  )
}
