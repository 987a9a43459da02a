import { UserPlusIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPersonName } from '#kit/contract/person.ts'
import { ColourTag } from '#kit/web/ColourTag.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { PersonInitials } from '#kit/web/PersonMark.tsx'
import { PhoneText } from '#kit/web/PhoneText.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import type { MemberSearchResult } from '../slots.ts'
import './members.css'
import type { MemberPickerLine } from './useMemberPicker.ts'

type Props = {
  id: string
  label: string
  lines: readonly MemberPickerLine[]
  at: number
  count: number
  typed: string
  /** The message if no member matches the search. */
  noneText: string
  onPoint: (key: string) => void
  onTake: (line: MemberPickerLine) => void
}

/** The list of members that match the search. The focus stays in the search box, which refers to the active line. */
export function MemberSearchOptions({ id, label, lines, at, count, typed, noneText, onPoint, onTake }: Props) {
  const t = useT()
  const visible = lines.filter(({ member }) => member).length
  return (
    <div className="customers-member-list">
      {visible === 0 && <p className="customers-member-more">{noneText}</p>}
      <div role="listbox" id={`${id}-list`} aria-label={label}>
        {lines.map((line, index) => (
          <MemberOption
            key={line.key}
            id={`${id}-${index}`}
            active={index === at}
            onPoint={() => onPoint(line.key)}
            onTake={() => onTake(line)}
          >
            {line.member ? (
              <MemberLine member={line.member} />
            ) : (
              <>
                <UserPlusIcon aria-hidden />
                <strong>{t('customers:member.registerTyped', { typed: typed.trim() })}</strong>
              </>
            )}
          </MemberOption>
        ))}
      </div>
      {count > visible && visible > 1 && (
        <p className="customers-member-more">{t('customers:member.more', { shown: visible, count })}</p>
      )}
    </div>
  )
}

type OptionProps = { id: string; active: boolean; onPoint: () => void; onTake: () => void; children: ReactNode }

const MemberOption = ({ id, active, onPoint, onTake, children }: OptionProps) => (
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={active}
    className="customers-member-option"
    onClick={onTake}
    // The mouse button must not move the focus from the search box, because the list would close before the click.
    onMouseDown={(event) => event.preventDefault()}
    onKeyDown={() => undefined}
    onPointerMove={active ? undefined : onPoint}
    ref={active ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
  >
    {children}
  </div>
)

function MemberLine({ member }: { member: MemberSearchResult }) {
  const t = useT()
  const { FullName, MembershipNo, FormerMembershipNo, PointBalance } = member
  return (
    <>
      <PersonInitials name={FullName} />
      <span>
        <strong>
          <bdi>{formatPersonName(FullName)}</bdi>
        </strong>
        <MemberNumbers of={[MembershipNo, member.ContactNo, member.RegisteredOutletCode]} />
        {FormerMembershipNo && (
          <small>{t('customers:member.former', { number: FormerMembershipNo, now: MembershipNo })}</small>
        )}
      </span>
      <span className="customers-member-facts">
        {member.Status !== 'Active' && <StatusTag area="kit" status={member.Status} />}
        {member.CardCategoryName && <ColourTag name={member.CardCategoryName} color={member.Color} />}
        {PointBalance !== 0 && (
          <small>{t('customers:member.points', { count: PointBalance, points: formatPoints(PointBalance) })}</small>
        )}
      </span>
    </>
  )
}

/** Shows the numbers of a member in one line, each isolated by its text direction. */
export const MemberNumbers = ({ of }: { of: readonly (string | null | undefined)[] }) => (
  <small>
    {of.filter(Boolean).map((part, index) => (
      <span key={part}>
        {index > 0 && ' · '}
        <bdi>{part?.startsWith('+') ? <PhoneText number={part} /> : part}</bdi>
      </span>
    ))}
  </small>
)
