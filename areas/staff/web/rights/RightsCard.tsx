import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { formatPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { ActionBar, Columns, Stack, TwoLineText } from '#kit/web/Layout.tsx'
import { notify } from '#kit/web/notify.tsx'
import { RecordPicker } from '#kit/web/RecordPicker.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { NoMatchState } from '#kit/web/States.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type Account, changeUserRights, getUser, listUsers } from '../../../access/contract/accounts.ts'
import { findRightsDifference, type RightKind, type RightName, type RightNamesByKind, rightFamilies } from './rights.ts'
import { useGrantableRights } from './useRightLimits.ts'
import { useRightTexts } from './useRightTexts.ts'

/** Card for the roles and privileges of an account, with search and copy from a colleague; saving applies changes. */
export function AccountRightsCard({ account, self }: { account: Account; self: boolean }) {
  const t = useT()
  const { about, matches } = useRightTexts()
  const { holds, reasonFor } = useGrantableRights()
  const privilegeReason = reasonFor(account)
  const locked = self || privilegeReason !== false
  const [typed, setTyped] = useState('')
  const [requested, setRequested] = useState<RightNamesByKind>()
  const visibleRights = requested ?? account
  const { Give, Take } = findRightsDifference(account, visibleRights)
  const givenCount = Give.Roles.length + Give.Privileges.length
  const takenCount = Take.Roles.length + Take.Privileges.length
  const save = useCall(changeUserRights, {
    done: 'staff:rights.saved',
    failed: 'staff:rights.saveFailed',
    onDone: () => setRequested(undefined),
  })
  const families = rightFamilies
    .map((family) => ({ ...family, names: family.names.filter((name) => matches(name, typed)) }))
    .filter(({ names }) => names.length > 0)

  const has = (kind: RightKind, name: RightName) =>
    (kind === 'Role' ? visibleRights.Roles : visibleRights.Privileges).includes(name)
  const setRights = (kind: RightKind, names: readonly RightName[], on: boolean) => {
    const field = kind === 'Role' ? 'Roles' : 'Privileges'
    const otherRights = visibleRights[field].filter((name) => !names.includes(name as RightName))
    setRequested({
      Roles: visibleRights.Roles,
      Privileges: visibleRights.Privileges,
      [field]: on ? [...otherRights, ...names] : otherRights,
    })
  }

  return (
    <Card title={t('staff:screens.roles')}>
      {locked && <p className="carat-space-after">{self ? t('staff:rights.notYourOwn') : privilegeReason}</p>}
      <Columns least={260} gap="m" className="carat-space-after">
        <Input.Search
          allowClear
          value={typed}
          aria-label={t('staff:rights.search')}
          placeholder={t('staff:rights.search')}
          onChange={({ target }) => setTyped(target.value)}
        />
        {!locked && (
          <CopyRights
            to={account}
            onCopied={({ Roles, Privileges }) =>
              setRequested({
                Roles: Roles.filter((name) => holds('Role', name as RightName)),
                Privileges: Privileges.filter((name) => holds('Privilege', name as RightName)),
              })
            }
          />
        )}
      </Columns>
      {families.length === 0 && <NoMatchState onClear={() => setTyped('')} />}
      <Columns least={320} gap="xl">
        {families.map(({ key, kind, names }) => {
          const count = names.filter((name) => has(kind, name)).length
          const grantable = names.filter((name) => holds(kind, name))
          return (
            <Stack gap="s" as="fieldset" key={key}>
              <legend>
                <Checkbox
                  disabled={locked || grantable.length === 0}
                  checked={count === names.length}
                  indeterminate={count > 0 && count < names.length}
                  onChange={({ target }) => setRights(kind, grantable, target.checked)}
                >
                  {t(`staff:family.${key}`)}
                </Checkbox>
              </legend>
              {names.map((name) => (
                <Checkbox
                  key={name}
                  disabled={locked || !holds(kind, name)}
                  title={holds(kind, name) ? undefined : t('staff:rights.notOwnToGive')}
                  checked={has(kind, name)}
                  onChange={({ target }) => setRights(kind, [name], target.checked)}
                >
                  <TwoLineText second={about(name)}>{name}</TwoLineText>
                </Checkbox>
              ))}
            </Stack>
          )
        })}
      </Columns>
      {givenCount + takenCount > 0 && (
        <ActionBar role="status">
          <span>{t('staff:rights.unsaved', { given: givenCount, taken: takenCount })}</span>
          <Button
            type="primary"
            loading={save.isPending}
            onClick={() => save.mutate({ UserIds: [account.UserId], Give, Take })}
          >
            {t('staff:rights.save')}
          </Button>
          <Button disabled={save.isPending} onClick={() => setRequested(undefined)}>
            {t('kit:verbs.cancel')}
          </Button>
        </ActionBar>
      )}
    </Card>
  )
}

/** Button that copies a colleague's roles and privileges into the unsaved selection. */
function CopyRights({ to, onCopied }: { to: Account; onCopied: (rights: RightNamesByKind) => void }) {
  const t = useT()
  const find = async (Q: string) => {
    const { rows } = await call(listUsers, { Search: { Q, AccountStatus: 'Active' }, Rows: 20 })
    return rows
      .filter(({ UserId }) => UserId !== to.UserId)
      .map(({ StaffId, FullName, BuildingCode }) => ({
        value: `${StaffId}`,
        label: formatPersonName(FullName),
        hint: BuildingCode,
      }))
  }
  const copy = async (StaffId: number) => {
    const { Account } = await call(getUser, { StaffId })
    if (Account) onCopied(Account)
  }
  return (
    <RecordPicker
      name="staff.colleague"
      find={find}
      value={null}
      placeholder={t('staff:rights.copyFrom')}
      aria-label={t('staff:rights.copyFrom')}
      onChange={(staffId) => {
        if (staffId) copy(Number(staffId)).catch((error) => notify.error('staff:rights.copyFailed', error))
      }}
    />
  )
}
