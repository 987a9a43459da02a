import { BanIcon } from 'lucide-react'
import { useT } from '#kit/web/i18n.ts'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { listPasscodes, type Passcode, PasscodePurpose, PasscodeStatus, revokePasscode } from '../contract.ts'

const columns: Column<Passcode>[] = [
  { field: 'Purpose', second: 'Name', width: 180 },
  'CustomerName',
  'Status',
  'Uses',
  'Registered',
  'ExpiresAt',
  'CreatedByName',
  'OutletCode',
]

/** Lists passcodes with masked codes and their uses. */
export function PasscodeList() {
  const t = useT()
  const revoke = useCall(revokePasscode, {
    done: 'self-service:revoked.done',
    failed: 'self-service:revoked.failed',
  })
  return (
    <ResourceTable
      area="self-service"
      list={listPasscodes}
      label={t('self-service:list.label')}
      failed="self-service:list.failed"
      rowKey="PasscodeId"
      columns={columns}
      optional={['MembershipNo', 'UsesMost', 'CreatedAt', 'StaffName']}
      search={{
        Passcode: 'capitals',
        Purpose: PasscodePurpose.options,
        Status: PasscodeStatus.options,
        OutletCode: 'outlet',
      }}
      actions={({ PasscodeId, Status, Name, Purpose }) => [
        {
          label: t('self-service:revoked.act'),
          icon: <BanIcon aria-hidden />,
          danger: true,
          disabled: Status === 'Revoked' && t('self-service:revoked.already'),
          confirm: {
            title: t('self-service:revoked.question', { name: Name ?? t(`self-service:values.Purpose.${Purpose}`) }),
            body: t('self-service:revoked.effect'),
          },
          run: () => revoke.mutateAsync({ PasscodeId }),
        },
      ]}
      empty={() => ({ title: t('self-service:list.empty'), hint: t('self-service:list.emptyHint') })}
    />
  )
}
