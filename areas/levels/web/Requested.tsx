import { shortenPersonName } from '#kit/contract/person.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { useT } from '#kit/web/i18n.ts'
import { TwoLineCell } from '#kit/web/table/TwoLines.tsx'
import type { LevelHistory } from '../contract/level-histories.ts'

/** Shows the requester and time of a level change; nothing if the program created the change. */
export function RequesterNote({ change: { RequestedBy, RequestedAt } }: { change: LevelHistory }) {
  const t = useT()
  return (
    <TwoLineCell second={RequestedBy ? <bdi>{shortenPersonName(RequestedBy)}</bdi> : t('levels:automatic')}>
      <ShortInstant value={RequestedAt} />
    </TwoLineCell>
  )
}
