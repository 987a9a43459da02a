import { PencilIcon } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { RecordFacts } from '#kit/web/Facts.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { HistoryButton } from '#kit/web/RecordHistory.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useRead } from '#kit/web/useRead.ts'
import { getUser } from '../../../access/contract/accounts.ts'
import { getStaff, Person, updateStaff } from '../../contract/people.ts'
import { useBuildingAndDepartmentChoices } from '../places/usePlaceChoices.ts'
import { AccountRightsCard } from '../rights/RightsCard.tsx'
import { useGrantableRights } from '../rights/useRightLimits.ts'
import { StaffAccountCard } from './AccountCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { createStaffFormFields } from './person-fields.tsx'

/** Page of a staff member with personal data, account, and roles and privileges. */
export function StaffMemberPage() {
  const t = useT()
  const { user } = useSession()
  const { reasonFor } = useGrantableRights()
  const StaffId = Number(useParams().StaffId)
  const [editing, setEditing] = useState(false)
  const places = useBuildingAndDepartmentChoices()
  const { data: person, error, refetch } = useRead(getStaff, { StaffId })
  const { data: account } = useRead(getUser, { StaffId })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!person || !account) return <LoadingState />
  const isSelf = user.staff?.id === StaffId
  return (
    <Stack>
      <Card
        title={person.FullName}
        extra={
          <Row>
            <HistoryButton area="staff" subject="Staff" id={StaffId} name={person.FullName} />
            <ReasonedButton
              icon={<PencilIcon aria-hidden />}
              reason={account.Account !== null && reasonFor(account.Account)}
              onClick={() => setEditing(true)}
            >
              {t('kit:verbs.edit')}
            </ReasonedButton>
          </Row>
        }
      >
        <RecordFacts
          area="staff"
          of={Person}
          record={person}
          fields={[
            'PreferredName',
            'JobTitle',
            { field: 'StaffType', as: 'value' },
            { field: 'BuildingCode', render: ({ BuildingName, BuildingCode }) => `${BuildingName} (${BuildingCode})` },
            { field: 'DepartmentCode', render: ({ DepartmentName }) => DepartmentName },
            { field: 'SalesPersonCode', copy: true },
            {
              field: 'OwnMembershipNo',
              render: ({ OwnMembershipNo, OwnCustomerName }) =>
                OwnMembershipNo && `${OwnCustomerName} (${OwnMembershipNo})`,
            },
            { field: 'Email', copy: true },
            'ContactNo',
            'Status',
          ]}
        />
      </Card>
      <StaffAccountCard person={person} account={account.Account} self={isSelf} />
      {account.Account && <PasskeysCard account={account.Account} self={isSelf} />}
      {account.Account && <AccountRightsCard key={account.Account.UserId} account={account.Account} self={isSelf} />}
      <FormDialog
        area="staff"
        title={t('staff:person.edit')}
        open={editing}
        onClose={() => setEditing(false)}
        call={updateStaff}
        columns={2}
        initial={person}
        fields={[
          ...createStaffFormFields(places, isSelf && t('staff:person.notYourself'), person),
          { name: 'Status', locked: isSelf && t('staff:person.notYourself') },
        ]}
        done="staff:person.updated"
        failed="staff:person.updateFailed"
      />
    </Stack>
  )
}
