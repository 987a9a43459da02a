import { useState } from 'react'
import { appConfig, ProviderName } from '#areas/setup/contract.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { RecordPicker } from '#kit/web/RecordPicker.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useRegisterAddAction } from '#kit/web/screen.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { listUsers } from '../../contract/accounts.ts'
import { addIdentity, type Identity, listIdentities, removeIdentity } from '../../contract.ts'

/** Lists the linked identities of all accounts. */
export function IdentitiesPage() {
  const t = useT()
  const [adding, setAdding] = useState(false)
  useRegisterAddAction(() => setAdding(true))
  const { data } = useRead(appConfig, {}, { staleTime: Number.POSITIVE_INFINITY })
  const remove = useCall(removeIdentity, {
    done: 'access:providers.removed',
    failed: 'access:providers.removeFailed',
  })
  const nameOf = (row: Pick<Identity, 'Provider'>) => t(`access:providers.names.${row.Provider}`)
  const named = (Provider: ProviderName) => ({ value: Provider, label: nameOf({ Provider }) })

  return (
    <>
      <ResourceTable
        area="access"
        list={listIdentities}
        label={t('access:screens.identities')}
        rowKey="IdentityId"
        columns={[
          { field: 'FullName', title: 'access:fields.Name', second: 'Username' },
          { field: 'Provider', render: nameOf },
          'Subject',
          'LinkedAt',
          'LastUsedAt',
        ]}
        search={{ Username: 'text', Provider: { choices: ProviderName.options.map(named) } }}
        rowName={(row) => `${row.Username} ${row.Subject}`}
        empty={{ title: t('access:providers.none') }}
        actions={(row) => [
          {
            label: t('kit:verbs.remove'),
            danger: true,
            confirm: t('access:providers.removeConfirm', {
              username: row.Username,
              provider: nameOf(row),
              subject: row.Subject,
            }),
            run: () => remove.mutateAsync({ IdentityId: row.IdentityId }),
          },
        ]}
      />
      <FormDialog
        area="access"
        open={adding}
        title={t('access:screens.providersAdd')}
        call={addIdentity}
        fields={[
          { name: 'UserId', label: 'access:providers.user', control: (props) => <UserPicker {...props} /> },
          { name: 'Provider', choices: (data?.SignInProviders ?? []).map(named) },
          { name: 'Subject', help: 'access:providers.subjectHelp' },
        ]}
        submit="access:providers.ask"
        done={({ SentTo }) => t('access:providers.requestSent', { to: SentTo })}
        failed="access:providers.addFailed"
        onClose={() => setAdding(false)}
      />
    </>
  )
}

type PickerProps = { id?: string; value?: unknown; onChange?: (value: unknown) => void; onBlur?: () => void }

/** Selects a user who has an account. The value is the user id. */
function UserPicker({ value, onChange, ...props }: PickerProps) {
  const find = async (Q: string) => {
    const { rows } = await call(listUsers, { Search: { Q, AccountStatus: 'Active' }, Rows: 20 })
    return rows.flatMap(({ UserId, FullName, Username, BuildingCode }) =>
      UserId === null
        ? []
        : [{ value: `${UserId}`, label: formatPersonName(FullName), hint: `${Username} ${BuildingCode}` }],
    )
  }
  return (
    <RecordPicker
      {...props}
      name="access.users"
      find={find}
      value={value === undefined || value === null ? null : `${value as number}`}
      onChange={(userId) => onChange?.(userId ? Number(userId) : undefined)}
    />
  )
}
