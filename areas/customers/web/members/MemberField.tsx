import { Button } from 'antd'
import { useRef, useState } from 'react'
import { formatPersonName } from '#kit/contract/person.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { PersonInitials } from '#kit/web/PersonMark.tsx'
import type { MemberSearchResult } from '../slots.ts'
import { MemberNumbers } from './MemberOptions.tsx'
import './members.css'
import { MemberPicker } from './MemberPicker.tsx'

type PickedMember = Pick<MemberSearchResult, 'MembershipNo' | 'FullName'> & Partial<MemberSearchResult>
type Props = ControlProps & {
  /** The member whose number is the initial value of the form control. */
  known?: PickedMember | undefined
  onPick?: (member: MemberSearchResult) => void
  autoFocus?: boolean
  /** The control also reports a number that no member has, so that the form shows an error. */
  keepsUnmatched?: boolean
}

/** An Enter within this time belongs to the search box, although a button has replaced the box. */
const LATE_ENTER_MS = 700

const isInOtherField = (id: string) =>
  document.activeElement?.matches('input, textarea') === true && document.activeElement.id !== id

/** The form control whose value is a membership number. It shows the picked member, or the search box. */
export function MemberField({
  id = 'member',
  value,
  onChange,
  onBlur,
  known,
  onPick,
  autoFocus,
  keepsUnmatched,
  ...rest
}: Props) {
  const t = useT()
  const [picked, setPicked] = useState<PickedMember>()
  // True once the user has picked a member in this control, so that the focus stays on it.
  const [used, setUsed] = useState(false)
  const pickedAt = useRef(Number.NEGATIVE_INFINITY)
  const number = typeof value === 'string' && value !== '' ? value : undefined
  const member = [picked, known].find((candidate) => candidate?.MembershipNo === number)
  if (number === undefined)
    return (
      <MemberPicker
        {...rest}
        id={id}
        autoFocus={autoFocus || used}
        {...(onBlur && { onBlur })}
        {...(keepsUnmatched && {
          onUnmatched: (typed: string) => {
            setUsed(false)
            onChange?.(typed)
          },
        })}
        onPick={(member) => {
          pickedAt.current = performance.now()
          setPicked(member)
          // A late reply must not take the focus from the field in which the user goes on.
          setUsed(!isInOtherField(id))
          onChange?.(member.MembershipNo)
          onPick?.(member)
        }}
      />
    )
  return (
    <div id={id} className="customers-member-chosen">
      <PersonInitials name={member?.FullName ?? number} />
      <span>
        <strong>
          <bdi>{member ? formatPersonName(member.FullName) : number}</bdi>
        </strong>
        {member && <MemberNumbers of={[number, member.ContactNo]} />}
      </span>
      {member?.CardCategoryName && <ColourTag name={member.CardCategoryName} color={member.Color} />}
      <Button
        autoFocus={used}
        onClick={({ detail }) => {
          const byKey = detail === 0
          if (byKey && performance.now() - pickedAt.current < LATE_ENTER_MS) return
          setUsed(true)
          onChange?.(null)
        }}
      >
        {t('customers:member.change')}
      </Button>
    </div>
  )
}
