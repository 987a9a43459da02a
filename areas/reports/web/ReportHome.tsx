import { Button, Input, Tooltip } from 'antd'
import { CalendarClockIcon, SearchIcon, StarIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { schedulesPath } from '#areas/exports/paths.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Entries, Entry, Muted, Stack, TwoLines } from '#kit/web/Layout.tsx'
import { PageAbout, PageTools } from '#kit/web/PageTools.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type ReportKey, reportGroups, reportKeys, reportTable, tabOf } from '../contract/table.ts'
import { keepReport, listReports, type ReportUse } from '../contract.ts'
import './report.css'
import { elsewhere } from './elsewhere.ts'

/** A report that shares its page with another is a tab of it. */
const pathOf = (key: ReportKey) => {
  const { menu } = reportTable[key]
  const first = reportKeys.find((other) => reportTable[other].menu === menu)
  return key === first ? menu : `${menu}?show=${key}`
}

/** Reports that share a name are named with their tabs. */
const nameOf = (t: ReturnType<typeof useT>, key: ReportKey) => {
  const name = t(`reports:screens.${key}`)
  const tab = tabOf(key)
  const shared = reportKeys.some((other) => other !== key && t(`reports:screens.${other}`) === name)
  return shared && tab ? `${name} · ${t(`reports:tabs.${tab}`)}` : name
}

/** Every report that this user may open: what one keeps at hand first, then by group. */
export function ReportHome() {
  const t = useT()
  const { has, may } = useSession()
  const [typed, setTyped] = useState('')
  const { data, error, refetch } = useRead(listReports, {})
  const uses = new Map((data?.rows ?? []).map((use) => [use.Report, use]))
  const words = typed.trim().toLowerCase()
  const open = reportKeys.filter(
    (key) =>
      has(reportTable[key].role) &&
      (words === '' || `${nameOf(t, key)} ${t(`reports:about.${key}`)}`.toLowerCase().includes(words)),
  )
  const others = elsewhere.filter(
    ({ role, name, about }) => has(role) && (words === '' || `${t(name)} ${t(about)}`.toLowerCase().includes(words)),
  )
  const favourites = open.filter((key) => uses.get(key)?.FavouriteYN === 'Y')
  return (
    <Stack>
      <PageAbout>{t('reports:homeAbout')}</PageAbout>
      {may('Export Data') && (
        <PageTools>
          <Link className="report-act" to={schedulesPath()}>
            <CalendarClockIcon aria-hidden />
            {t('exports:screens.schedules')}
          </Link>
        </PageTools>
      )}
      <Input
        className="report-search"
        prefix={<SearchIcon aria-hidden />}
        aria-label={t('reports:search')}
        placeholder={t('reports:search')}
        allowClear
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {open.length + others.length === 0 && <EmptyState title={t('reports:none')} />}
      {favourites.length > 0 && (
        <Card title={t('reports:favourites')} flush>
          <Reports keys={favourites} uses={uses} />
        </Card>
      )}
      <Columns least={380}>
        {reportGroups.map((group) => {
          const keys = open.filter((key) => reportTable[key].group === group)
          const beside = others.filter((one) => one.group === group)
          return (
            keys.length + beside.length > 0 && (
              <Card key={group} title={t(`reports:groups.${group}`)} flush>
                <Reports keys={keys} uses={uses} beside={beside} />
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
  beside?: readonly (typeof elsewhere)[number][]
}

function Reports({ keys, uses, beside = [] }: ListProps) {
  const t = useT()
  const keep = useCall(keepReport, { failed: 'reports:keepFailed' })
  return (
    <Entries className="report-entries">
      {keys.map((key) => {
        const use = uses.get(key)
        const favourite = use?.FavouriteYN === 'Y'
        const name = nameOf(t, key)
        return (
          <Entry
            key={key}
            side={
              <Tooltip title={t(favourite ? 'reports:unfavourite' : 'reports:favourite')}>
                <Button
                  type="text"
                  size="small"
                  aria-pressed={favourite}
                  aria-label={t('reports:favouriteOf', { name })}
                  className={favourite ? 'report-star report-star-on' : 'report-star'}
                  icon={<StarIcon aria-hidden />}
                  onClick={() => keep.mutate({ Report: key, FavouriteYN: favourite ? 'N' : 'Y' })}
                />
              </Tooltip>
            }
          >
            <TwoLines second={t(`reports:about.${key}`)}>
              <Link to={pathOf(key)}>{name}</Link>
            </TwoLines>
            {use?.LastRunAt && (
              <Muted as="p">
                {t('reports:lastRun')} <ShortInstant value={use.LastRunAt} />
              </Muted>
            )}
          </Entry>
        )
      })}
      {beside.map(({ name, about, to }) => (
        <Entry key={to}>
          <TwoLines second={t(about)}>
            <Link to={to}>{t(name)}</Link>
          </TwoLines>
        </Entry>
      ))}
    </Entries>
  )
}
