import { Button } from 'antd'
import { useState } from 'react'
import { counterPath } from '#areas/memberships/paths.ts'
import { ContactButton } from '#kit/web/ContactWay.tsx'
import { formatRelativeDate, lowerCaseRelativeDate } from '#kit/web/format.ts'
import { NothingToDo, PeopleList, PersonEntry } from '#kit/web/HomeParts.tsx'
import { type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import type { Occasion } from '../../contract/my-day.ts'
import { useMyDay } from './useMyDay.ts'

const VISIBLE_MAX = 5

/** Customers with a birthday or wedding anniversary within a week. */
export function OccasionsCard() {
  const t = useT()
  const { data, error, refetch } = useMyDay()
  const [isExpanded, setIsExpanded] = useState(false)
  if (data?.Occasions === null) return null
  const title = t('dashboard:day.occasions')
  const rows = data?.Occasions ?? []
  const visible = isExpanded ? rows : rows.slice(0, VISIBLE_MAX)
  return (
    <Card
      flush
      title={title}
      count={data?.OccasionCount}
      extra={
        rows.length > VISIBLE_MAX && (
          <Button
            type="link"
            size="small"
            className="carat-flat"
            onClick={() => setIsExpanded(!isExpanded)}
            aria-expanded={isExpanded}
          >
            {t(isExpanded ? 'dashboard:day.fewer' : 'dashboard:day.thisWeek')}
          </Button>
        )
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={5} />
      ) : rows.length === 0 ? (
        <NothingToDo>{t('dashboard:day.noOccasions')}</NothingToDo>
      ) : (
        <PeopleList label={title}>
          {visible.map((row) => (
            <PersonEntry
              key={`${row.CustomerId} ${row.Kind}`}
              name={row.FullName}
              to={counterPath({ member: row.MembershipNo })}
              about={[occasionText(t, row), row.CardCategoryName].filter(Boolean).join(' · ')}
              act={<ContactButton person={row} />}
            />
          ))}
        </PeopleList>
      )}
    </Card>
  )
}

/** Returns the text of an occasion with its date, such as "Birthday tomorrow" or "10-year wedding anniversary in 3 days". */
function occasionText(t: TranslateFunction, { Kind, On, Years }: Occasion) {
  const when = lowerCaseRelativeDate(formatRelativeDate(On))
  if (Kind === 'Birthday') return t('dashboard:day.birthday', { when })
  return Years
    ? t('dashboard:day.wedding', { when, years: Years, count: Years })
    : t('dashboard:day.weddingDay', { when })
}
