import { Button, Popover } from 'antd'
import { CircleCheckIcon, CircleHelpIcon, CircleXIcon } from 'lucide-react'
import { useState } from 'react'
import { formatPersonName } from '#kit/contract/person.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { BorderedBox, EntryList, ListEntry, Muted, Row, TwoLineText } from '#kit/web/Layout.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import {
  type Condition,
  type ConditionGroup,
  explainSegment,
  isConditionGroup,
  type MatchExplanation,
  type SegmentField,
} from '../../contract.ts'
import { ConditionSentence, joinTextsAsList, useConditionValueText } from './Sentence.tsx'
import type { AvailableSegmentFields } from './useFields.ts'

type Props = { group: ConditionGroup; fields: AvailableSegmentFields; person: { CustomerId: number; FullName: string } }

/** Button that explains which conditions a customer matches, with the customer's values. */
export function MatchExplanationButton({ group, fields, person }: Props) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const name = formatPersonName(person.FullName)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      title={t('segments:why.title', { name })}
      content={<Reasons group={group} fields={fields} CustomerId={person.CustomerId} />}
      destroyOnHidden
    >
      <Button
        type="text"
        size="small"
        aria-label={t('segments:why.about', { name })}
        aria-expanded={open}
        icon={<CircleHelpIcon aria-hidden />}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      />
    </Popover>
  )
}

function Reasons({ group, fields, CustomerId }: Omit<Props, 'person'> & { CustomerId: number }) {
  const t = useT()
  const { data, error } = useRead(
    explainSegment,
    { Conditions: group as never, CustomerId },
    { staleTime: 30_000, retry: false },
  )
  if (error) return <BorderedBox tone="error">{errorText(error).description}</BorderedBox>
  if (!data) return <LoadingState rows={3} />
  return (
    <EntryList className="segments-reasons" aria-label={t('segments:why.conditions')}>
      {conditionsWithNegation(group).map(({ condition, isNegated }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: reasons are in the order of the conditions
        <ListEntry key={index}>
          <Reason
            condition={condition}
            isNegated={isNegated}
            field={fields.get(condition.Field)}
            reason={data.Conditions[index]}
          />
        </ListEntry>
      ))}
    </EntryList>
  )
}

/** Returns all conditions in order; `isNegated` is true if an odd number of enclosing groups negates the condition. */
const conditionsWithNegation = (
  group: ConditionGroup,
  isNegated = false,
): { condition: Condition; isNegated: boolean }[] =>
  group.Conditions.flatMap((part) => {
    const isGroupNegated = isNegated !== (group.Match === 'None')
    return isConditionGroup(part)
      ? conditionsWithNegation(part, isGroupNegated)
      : [{ condition: part, isNegated: isGroupNegated }]
  })

type ReasonProps = {
  condition: Condition
  isNegated: boolean
  field: SegmentField | undefined
  reason: MatchExplanation['Conditions'][number] | undefined
}

function Reason({ condition, isNegated, field, reason }: ReasonProps) {
  const t = useT()
  const holds = (reason?.HoldsYN === 'Y') !== isNegated
  const Icon = holds ? CircleCheckIcon : CircleXIcon
  return (
    <Row gap="s" start tight>
      <Icon
        size={16}
        className={holds ? 'carat-figure-plus' : 'carat-muted'}
        aria-label={t(holds ? 'segments:why.holds' : 'segments:why.fails')}
        role="img"
      />
      <TwoLineText second={field && reason && <Known field={field} values={reason.Known} />}>
        {isNegated && `${t('segments:why.not')} `}
        <ConditionSentence condition={condition} field={field} />
      </TwoLineText>
    </Row>
  )
}

function Known({ field, values }: { field: SegmentField; values: readonly string[] }) {
  const t = useT()
  const toValueText = useConditionValueText(field)
  if (field.Kind === 'yes-no') return null
  if (values.length === 0) return <Muted>{t('segments:why.nothing')}</Muted>
  return <>{t('segments:why.known', { values: joinTextsAsList(values.map(toValueText), 'conjunction') })}</>
}
