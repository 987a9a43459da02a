import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import type { LevelHistory } from '../contract/level-histories.ts'

/** Who asked for a change, and when; nobody where the program found it. */
export function Requested({ change: { RequestedBy, RequestedAt } }: { change: LevelHistory }) {
  const t = useT()
  return (
    <>
      {formatInstant(RequestedAt)}
      <Muted as="div">{RequestedBy ?? t('levels:automatic')}</Muted>
    </>
  )
}
