import { MailIcon, PhoneIcon } from 'lucide-react'
import { formatPersonName } from '#kit/contract/person.ts'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { useT } from '#kit/web/i18n.ts'
import { PersonHeader, type PersonHeaderProps } from '#kit/web/PersonHeader.tsx'
import { PhoneText } from '#kit/web/PhoneText.tsx'
import '../customers.css'

type Props = Omit<PersonHeaderProps, 'tag'> & {
  /** Shows the card category, or a label for customers without a category. */
  tier: PersonHeaderProps['tag']
  number?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  adviser?: string | null | undefined
}

/** Header with the member's details, for the pages of counter, customer, sale and merge. */
export function MemberHeader({ tier, number, phone, email, adviser, compact, children, ...header }: Props) {
  const t = useT()
  return (
    <PersonHeader {...header} tag={tier} compact={compact}>
      {number && (
        <span className="carat-masked">
          <span className="carat-figure">{number}</span>
          {!compact && <CopyButton value={number} name={t('kit:fields.MembershipNo')} />}
        </span>
      )}
      {phone && (
        <a href={`tel:${phone}`} dir="ltr">
          <PhoneIcon aria-hidden /> <PhoneText number={phone} />
        </a>
      )}
      {email && !compact && (
        <a href={`mailto:${email}`} dir="ltr">
          <MailIcon aria-hidden /> {email}
        </a>
      )}
      {adviser && !compact && (
        <span>
          {t('kit:fields.PreferredStaffName')} <bdi>{formatPersonName(adviser)}</bdi>
        </span>
      )}
      {children}
    </PersonHeader>
  )
}
