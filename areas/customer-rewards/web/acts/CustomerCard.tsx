import { Link } from 'react-router'
import { counterPath } from '#areas/memberships/paths.ts'
import { memberNotesSlot } from '#areas/memberships/web/slots.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { LabelledFacts } from '#kit/web/Facts.tsx'
import { formatPoints } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { PersonInitials } from '#kit/web/PersonMark.tsx'
import { PhoneText } from '#kit/web/PhoneText.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { SlotParts } from '#kit/web/slots.ts'

type Props = { name: string; MembershipNo: string; phone?: string | null | undefined; available: number | undefined }

/** Shows the customer at the counter beside the steps of the action. */
export function RewardCustomerCard({ name, MembershipNo, phone, available }: Props) {
  const t = useT()
  return (
    <>
      <Card label={t('customer-rewards:counter.member')}>
        <Stack gap="m">
          <Row gap="m" tight>
            <PersonInitials name={name} size={56} />
            <div className="carat-grow">
              <h2 className="carat-record-name">
                <bdi>{formatPersonName(name)}</bdi>
              </h2>
              <Link to={counterPath({ member: MembershipNo })}>{MembershipNo}</Link>
            </div>
          </Row>
          <LabelledFacts
            items={[
              available !== undefined && { label: t('customer-rewards:available'), value: formatPoints(available) },
              !!phone && { label: t('kit:fields.ContactNo'), value: <PhoneText number={phone} /> },
            ]}
          />
        </Stack>
      </Card>
      <SlotParts slot={memberNotesSlot} props={{ MembershipNo }} />
    </>
  )
}
