import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { personName } from '#kit/contract/person.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { formatDecimal, formatPoints } from '#kit/web/format.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { Box, Entries, Entry, Muted, Row, Stack, TwoLines } from '#kit/web/Layout.tsx'
import { PersonMark } from '#kit/web/PersonMark.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { type Group, type Preview, previewSegment } from '../../contract.ts'
import { completeOf, emptyGroup, isWhole } from './draft.ts'
import { Sentence } from './Sentence.tsx'
import type { Fields } from './useFields.ts'
import { WhyButton } from './WhyButton.tsx'

/** While somebody still types nothing is counted. */
const SETTLED_MS = 350

/** Whom the conditions mean now: in words, in number, and some of them by name. */
export function LiveCount({ group, fields }: { group: Group; fields: Fields }) {
  const t = useT()
  const complete = completeOf(group)
  const asked = useSettled(complete)
  const { data, error, isFetching } = useRead(
    previewSegment,
    { Conditions: (asked ?? emptyGroup) as never },
    { enabled: asked !== undefined, placeholderData: keepPreviousData, staleTime: 30_000, retry: false },
  )
  const counting = isFetching || JSON.stringify(asked) !== JSON.stringify(complete)
  return (
    <Card title={t('segments:count.title')}>
      {complete ? (
        <Stack gap="m">
          <p className="segments-sentence">
            <Sentence group={complete} fields={fields} />
          </p>
          {error ? (
            <Box tone="error">{errorText(error).description}</Box>
          ) : (
            data && <Counted preview={data} counting={counting} group={asked ?? complete} fields={fields} />
          )}
          {!isWhole(group) && <Muted as="p">{t('segments:count.unfinished')}</Muted>}
        </Stack>
      ) : (
        <Muted as="p">{t('segments:count.nothing')}</Muted>
      )}
    </Card>
  )
}

type CountedProps = { preview: Preview; counting: boolean; group: Group; fields: Fields }

function Counted({ preview, counting, group, fields }: CountedProps) {
  const t = useT()
  const { Count, Of, Sample } = preview
  const share = Of === 0 ? 0 : Math.round((Count / Of) * 1000) / 10
  return (
    <>
      <div role="status" className={counting ? 'segments-counting' : undefined}>
        <p className="segments-figure">
          <b>{formatPoints(Count)}</b> {t('segments:count.customers', { count: Count })}
        </p>
        <Muted as="p">{t('segments:count.of', { of: formatPoints(Of), share: formatDecimal(String(share)) })}</Muted>
      </div>
      {Sample.length > 0 && (
        <Entries aria-label={t('segments:count.sample')}>
          {Sample.map((one) => (
            <Entry
              key={one.CustomerId}
              side={
                <Row gap="xs" tight>
                  {one.CardCategoryName && <ColourTag name={one.CardCategoryName} color={one.Color} />}
                  <WhyButton group={group} fields={fields} person={one} />
                </Row>
              }
            >
              <Row gap="s" tight>
                <PersonMark name={one.FullName} size={32} />
                <TwoLines second={[one.MembershipNo, one.RegisteredOutletCode].filter(Boolean).join(' · ')}>
                  <Link to={customerPath(one)}>
                    <bdi>{personName(one.FullName)}</bdi>
                  </Link>
                </TwoLines>
              </Row>
            </Entry>
          ))}
        </Entries>
      )}
    </>
  )
}

/** The conditions once nobody has changed them for a moment. */
function useSettled(group: Group | undefined) {
  const text = useDeferredValue(JSON.stringify(group))
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled === undefined ? undefined : (JSON.parse(settled) as Group)
}
