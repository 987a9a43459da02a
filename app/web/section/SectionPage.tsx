import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, ListEntry, Muted, TwoLineText } from '#kit/web/Layout.tsx'
import { formatTotal } from '#kit/web/list-total.ts'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import type { ListEndpoint } from '#kit/web/table/list.ts'
import { shouldRetryRead } from '#kit/web/useRead.ts'
import { usePageHelpTexts } from '../layout/PageHelp.tsx'
import { isMenuGroup, visibleMenu } from '../menu.ts'
import { useScreens } from '../screens-context.ts'
import { pageCountLists } from './counts.ts'

/** Shows the pages of a menu group that the user may open, with the purpose and number of records of each. */
export function SectionPage() {
  const t = useT()
  const session = useSession()
  const screens = useScreens()
  const help = usePageHelpTexts()
  const key = useLocation().pathname.replaceAll('/', '')
  const section = visibleMenu(screens, session)
    .flatMap((item) => (isMenuGroup(item) ? [item] : []))
    .find((group) => group.key === key)
  if (!section) return <EmptyState title={t('app:section.none')} />
  return (
    <Card title={t(section.title)} flush>
      <EntryList>
        {section.entries.map(({ path, title }) => (
          <ListEntry key={path} side={pageCountLists[path] && <Count path={path} />}>
            <TwoLineText second={help?.[path]}>
              <Link to={path}>{t(title)}</Link>
            </TwoLineText>
          </ListEntry>
        ))}
      </EntryList>
    </Card>
  )
}

function Count({ path }: { path: string }) {
  const t = useT()
  const { list, input } = pageCountLists[path]!
  const { data } = useQuery({
    queryKey: ['app.section', list, input],
    queryFn: ({ signal }) => call(listAt(list), { ...input, Rows: 1 }, { signal }),
    retry: shouldRetryRead,
  })
  if (!data) return null
  return (
    <Muted>
      {t('app:section.count', {
        count: data.count,
        records: formatTotal(t, data.count, data.CountEstimatedYN === 'Y'),
      })}
    </Muted>
  )
}

/** Builds an endpoint from its path to read only the total, because the shell does not import the areas' contracts. */
const listAt = (path: string) => ({ method: 'POST', path, kind: 'read', access: 'staff' }) as unknown as ListEndpoint
