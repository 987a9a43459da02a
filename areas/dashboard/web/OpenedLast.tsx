import { Link } from 'react-router'
import { formatPersonName } from '#kit/contract/person.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, TwoLineText } from '#kit/web/Layout.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useService } from '#kit/web/slots.ts'
import { recentRecordsService } from './slots.ts'

const VISIBLE_MAX = 6

/** Shows a card with the user's recently opened records. */
export function RecentRecordsCard() {
  const t = useT()
  const { records, error, retry } = useService(recentRecordsService)()
  if (error) return <ErrorState error={error} title={t('dashboard:opened.failed')} onRetry={retry} />
  if (!records) return <LoadingState rows={4} />
  if (records.length === 0)
    return <EmptyState title={t('dashboard:opened.none')} hint={t('dashboard:opened.noneHint')} />
  return (
    <EntryList>
      {records.slice(0, VISIBLE_MAX).map(({ path, name, kind }) => (
        <li key={path}>
          <TwoLineText second={t(kind)}>
            <Link to={path}>
              <bdi>{formatPersonName(name)}</bdi>
            </Link>
          </TwoLineText>
        </li>
      ))}
    </EntryList>
  )
}
