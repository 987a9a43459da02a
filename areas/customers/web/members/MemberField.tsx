import { Button } from 'antd'
import { useRef, useState } from 'react'
import { personName } from '#kit/contract/person.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { PersonMark } from '#kit/web/PersonMark.tsx'
import type { FoundMember } from '../slots.ts'
import { Numbers } from './MemberOptions.tsx'
import './members.css'
import { MemberPicker } from './MemberPicker.tsx'

type Chosen = Pick<FoundMember, 'MembershipNo' | 'FullName'> & Partial<FoundMember>
type Props = ControlProps & {
  /** Who the number belongs to that the form begins with. */
  known?: Chosen | undefined
  onPick?: (member: FoundMember) => void
  autoFocus?: boolean
  /** Keeps a number that no member has, so that the form refuses it instead of saving without it. */
  keepsUnmatched?: boolean
}

/** Within it, an Enter was meant for the box that a full number has just closed, not for the button in its place. */
const LATE_ENTER_MS = 700

/** A member in a form, kept as a membership number: who was chosen in one line, else the box that finds one. */
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
  const [picked, setPicked] = useState<Chosen>()
  // Anyone who chose here goes on from here.
  const [used, setUsed] = useState(false)
  const pickedAt = useRef(Number.NEGATIVE_INFINITY)
  const number = typeof value === 'string' && value !== '' ? value : undefined
  const chosen = [picked, known].find((one) => one?.MembershipNo === number)
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
          setUsed(true)
          onChange?.(member.MembershipNo)
          onPick?.(member)
        }}
      />
    )
  return (
    <div id={id} className="customers-member-chosen">
      <PersonMark name={chosen?.FullName ?? number} />
      <span>
        <strong>
          <bdi>{chosen ? personName(chosen.FullName) : number}</bdi>
        </strong>
        {chosen && <Numbers of={[number, chosen.ContactNo]} />}
      </span>
      {chosen?.CardCategoryName && <ColourTag name={chosen.CardCategoryName} color={chosen.Color} />}
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
