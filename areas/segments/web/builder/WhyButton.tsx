import { Button, Popover } from 'antd'
import { CircleCheckIcon, CircleHelpIcon, CircleXIcon } from 'lucide-react'
import { useState } from 'react'
import { personName } from '#kit/contract/person.ts'
import { errorText, useT } from '#kit/web/i18n.ts'
import { Box, Entries, Entry, Muted, Row, TwoLines } from '#kit/web/Layout.tsx'
import { LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import {
  type Condition,
  type Explanation,
  explainSegment,
  type Group,
  isGroup,
  type SegmentField,
} from '../../contract.ts'
import { ConditionWords, listed, useSaid } from './Sentence.tsx'
import type { Fields } from './useFields.ts'

type Props = { group: Group; fields: Fields; person: { CustomerId: number; FullName: string } }

/** Why these conditions mean somebody: each of them, and what is known of that customer. */
export function WhyButton({ group, fields, person }: Props) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const name = personName(person.FullName)
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
  if (error) return <Box tone="error">{errorText(error).description}</Box>
  if (!data) return <LoadingState rows={3} />
  return (
    <Entries className="segments-reasons" aria-label={t('segments:why.conditions')}>
      {asked(group).map(({ condition, turned }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: reasons stand in the order of the conditions
        <Entry key={place}>
          <Reason
            condition={condition}
            turned={turned}
            field={fields.get(condition.Field)}
            reason={data.Conditions[place]}
          />
        </Entry>
      ))}
    </Entries>
  )
}

/** Every condition, and whether it must not hold for what it stands in. */
const asked = (group: Group, turned = false): { condition: Condition; turned: boolean }[] =>
  group.Conditions.flatMap((part) => {
    const here = turned !== (group.Match === 'None')
    return isGroup(part) ? asked(part, here) : [{ condition: part, turned: here }]
  })

type ReasonProps = {
  condition: Condition
  turned: boolean
  field: SegmentField | undefined
  reason: Explanation['Conditions'][number] | undefined
}

function Reason({ condition, turned, field, reason }: ReasonProps) {
  const t = useT()
  const holds = (reason?.HoldsYN === 'Y') !== turned
  const Icon = holds ? CircleCheckIcon : CircleXIcon
  return (
    <Row gap="s" start tight>
      <Icon
        size={16}
        className={holds ? 'carat-figure-plus' : 'carat-muted'}
        aria-label={t(holds ? 'segments:why.holds' : 'segments:why.fails')}
        role="img"
      />
      <TwoLines second={field && reason && <Known field={field} known={reason.Known} />}>
        {turned && `${t('segments:why.not')} `}
        <ConditionWords condition={condition} field={field} />
      </TwoLines>
    </Row>
  )
}

function Known({ field, known }: { field: SegmentField; known: readonly string[] }) {
  const t = useT()
  const say = useSaid(field)
  if (field.Kind === 'yes-no') return null
  if (known.length === 0) return <Muted>{t('segments:why.nothing')}</Muted>
  return <>{t('segments:why.known', { values: listed(known.map(say), 'conjunction') })}</>
}
