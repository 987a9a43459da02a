import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { formatDecimal, formatPoints } from '#kit/web/format.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { BorderedBox, EntryList, ListEntry, Muted, Row, Stack, TwoLineText } from '#kit/web/Layout.tsx'
import { PersonInitials } from '#kit/web/PersonMark.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type ConditionGroup, previewSegment, type SegmentPreview } from '../../contract.ts'
import { emptyConditionGroup, isConditionGroupComplete, removeIncompleteConditions } from './draft.ts'
import { ConditionsSentence } from './Sentence.tsx'
import type { AvailableSegmentFields } from './useFields.ts'
import { MatchExplanationButton } from './WhyButton.tsx'

/** Delay in milliseconds between the last change of the conditions and the count. */
const SETTLED_MS = 350

/** Shows the current conditions in words, the number of matching customers, and examples. */
export function MatchingCustomersPreview({ group, fields }: { group: ConditionGroup; fields: AvailableSegmentFields }) {
  const t = useT()
  const complete = removeIncompleteConditions(group)
  const counted = useSettled(complete)
  const { data, error, isFetching } = useRead(
    previewSegment,
    { Conditions: (counted ?? emptyConditionGroup) as never },
    { enabled: counted !== undefined, placeholderData: keepPreviousData, staleTime: 30_000, retry: false },
  )
  const counting = isFetching || JSON.stringify(counted) !== JSON.stringify(complete)
  return (
    <Card title={t('segments:count.title')}>
      {complete ? (
        <Stack gap="m">
          <p className="segments-sentence">
            <ConditionsSentence group={complete} fields={fields} />
          </p>
          {error ? (
            <BorderedBox tone="error">{errorText(error).description}</BorderedBox>
          ) : (
            data && <Count preview={data} counting={counting} group={counted ?? complete} fields={fields} />
          )}
          {!isConditionGroupComplete(group) && <Muted as="p">{t('segments:count.unfinished')}</Muted>}
        </Stack>
      ) : (
        <Muted as="p">{t('segments:count.nothing')}</Muted>
      )}
    </Card>
  )
}

type CountProps = { preview: SegmentPreview; counting: boolean; group: ConditionGroup; fields: AvailableSegmentFields }

function Count({ preview, counting, group, fields }: CountProps) {
  const t = useT()
  const { Count: count, Of: total, Sample } = preview
  const share = total === 0 ? 0 : Math.round((count / total) * 1000) / 10
  return (
    <>
      <div role="status" className={counting ? 'segments-counting' : undefined}>
        <p className="segments-figure">
          <b>{formatPoints(count)}</b> {t('segments:count.customers', { count })}
        </p>
        <Muted as="p">{t('segments:count.of', { of: formatPoints(total), share: formatDecimal(String(share)) })}</Muted>
      </div>
      {Sample.length > 0 && (
        <EntryList aria-label={t('segments:count.sample')}>
          {Sample.map((customer) => (
            <ListEntry
              key={customer.CustomerId}
              side={
                <Row gap="xs" tight>
                  {customer.CardCategoryName && <ColourTag name={customer.CardCategoryName} color={customer.Color} />}
                  <MatchExplanationButton group={group} fields={fields} person={customer} />
                </Row>
              }
            >
              <Row gap="s" tight>
                <PersonInitials name={customer.FullName} size={32} />
                <TwoLineText
                  second={[customer.MembershipNo, customer.RegisteredOutletCode].filter(Boolean).join(' · ')}
                >
                  <Link to={customerPath(customer)}>
                    <bdi>{formatPersonName(customer.FullName)}</bdi>
                  </Link>
                </TwoLineText>
              </Row>
            </ListEntry>
          ))}
        </EntryList>
      )}
    </>
  )
}

/** Returns the conditions after they have not changed for `SETTLED_MS`. */
function useSettled(group: ConditionGroup | undefined) {
  const text = useDeferredValue(JSON.stringify(group))
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled === undefined ? undefined : (JSON.parse(settled) as ConditionGroup)
}
