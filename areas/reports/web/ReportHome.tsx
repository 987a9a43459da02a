import { Button, Tooltip } from 'antd'
import { CalendarClockIcon, StarIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { schedulesPath } from '#areas/exports/paths.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Columns, EntryList, ListEntry, Muted, Stack, TwoLineText } from '#kit/web/Layout.tsx'
import { PageSubtitle, PageTools } from '#kit/web/PageTools.tsx'
import { SearchBox } from '#kit/web/SearchBox.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { findReportTab, type ReportKey, reportDefinitions, reportGroups, reportKeys } from '../contract/table.ts'
import { listReports, type ReportUse, setFavouriteReport } from '../contract.ts'
import './report.css'
import { pagesRelatedToReports } from './elsewhere.ts'

/** Returns the path of a report; the parameter `show` selects the tab if several reports share a page. */
const pathOf = (key: ReportKey) => {
  const { menu } = reportDefinitions[key]
  const first = reportKeys.find((other) => reportDefinitions[other].menu === menu)
  return key === first ? menu : `${menu}?show=${key}`
}

/** Returns the name of a report, with the name of its tab if another report has the same name. */
const nameOf = (t: ReturnType<typeof useT>, key: ReportKey) => {
  const name = t(`reports:screens.${key}`)
  const tab = findReportTab(key)
  const isShared = reportKeys.some((other) => other !== key && t(`reports:screens.${other}`) === name)
  return isShared && tab ? `${name} · ${t(`reports:tabs.${tab}`)}` : name
}

/** Page that lists all reports that the user can open: favourites first, then by group. */
export function ReportHome() {
  const t = useT()
  const { has, may } = useSession()
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useRead(listReports, {})
  const uses = new Map((data?.rows ?? []).map((use) => [use.Report, use]))
  const searchTerm = search.trim().toLowerCase()
  const open = reportKeys.filter(
    (key) =>
      has(reportDefinitions[key].role) &&
      (searchTerm === '' || `${nameOf(t, key)} ${t(`reports:about.${key}`)}`.toLowerCase().includes(searchTerm)),
  )
  const matchingPages = pagesRelatedToReports.filter(
    ({ role, name, about }) =>
      has(role) && (searchTerm === '' || `${t(name)} ${t(about)}`.toLowerCase().includes(searchTerm)),
  )
  const favourites = open.filter((key) => uses.get(key)?.FavouriteYN === 'Y')
  return (
    <Stack>
      <PageSubtitle>{t('reports:homeAbout')}</PageSubtitle>
      {may('Export Data') && (
        <PageTools>
          <Link className="report-act" to={schedulesPath()}>
            <CalendarClockIcon aria-hidden />
            {t('exports:screens.schedules')}
          </Link>
        </PageTools>
      )}
      <SearchBox label={t('reports:search')} value={search} onChange={setSearch} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {open.length + matchingPages.length === 0 && <EmptyState title={t('reports:none')} />}
      {favourites.length > 0 && (
        <Card title={t('reports:favourites')} flush>
          <Reports keys={favourites} uses={uses} />
        </Card>
      )}
      <Columns least={380}>
        {reportGroups.map((group) => {
          const keys = open.filter((key) => reportDefinitions[key].group === group)
          const otherPagesOfGroup = matchingPages.filter((one) => one.group === group)
          return (
            keys.length + otherPagesOfGroup.length > 0 && (
              <Card key={group} title={t(`reports:groups.${group}`)} flush>
                <Reports keys={keys} uses={uses} otherPages={otherPagesOfGroup} />
              </Card>
            )
          )
        })}
      </Columns>
    </Stack>
  )
}

type ListProps = {
  keys: readonly ReportKey[]
  uses: ReadonlyMap<ReportKey, ReportUse>
  otherPages?: readonly (typeof pagesRelatedToReports)[number][]
}

function Reports({ keys, uses, otherPages = [] }: ListProps) {
  const t = useT()
  const saveFavourite = useCall(setFavouriteReport, { failed: 'reports:keepFailed' })
  return (
    <EntryList className="report-entries">
      {keys.map((key) => {
        const use = uses.get(key)
        const isFavourite = use?.FavouriteYN === 'Y'
        const name = nameOf(t, key)
        return (
          <ListEntry
            key={key}
            side={
              <Tooltip title={t(isFavourite ? 'reports:unfavourite' : 'reports:favourite')}>
                <Button
                  type="text"
                  size="small"
                  aria-pressed={isFavourite}
                  aria-label={t('reports:favouriteOf', { name })}
                  className={isFavourite ? 'report-star report-star-on' : 'report-star'}
                  icon={<StarIcon aria-hidden />}
                  onClick={() => saveFavourite.mutate({ Report: key, FavouriteYN: isFavourite ? 'N' : 'Y' })}
                />
              </Tooltip>
            }
          >
            <TwoLineText second={t(`reports:about.${key}`)}>
              <Link to={pathOf(key)}>{name}</Link>
            </TwoLineText>
            {use?.LastRunAt && (
              <Muted as="p">
                {t('reports:lastRun')} <ShortInstant value={use.LastRunAt} />
              </Muted>
            )}
          </ListEntry>
        )
      })}
      {otherPages.map(({ name, about, to }) => (
        <ListEntry key={to}>
          <TwoLineText second={t(about)}>
            <Link to={to}>{t(name)}</Link>
          </TwoLineText>
        </ListEntry>
      ))}
    </EntryList>
  )
}
