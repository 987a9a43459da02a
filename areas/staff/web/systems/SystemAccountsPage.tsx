import { useState } from 'react'
import {
  CALLS_PER_MINUTE,
  disableSystemAccount,
  enableSystemAccount,
  issueSystemCode,
  listSystemAccounts,
  type SystemAccount,
} from '#areas/access/contract/system-accounts.ts'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { useRegisterAddAction } from '#kit/web/screen.ts'
import type { Column } from '#kit/web/table/columns.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { NetworksDialog } from './NetworksDialog.tsx'
import { type NewSystemAccountSecret, SystemAccountSecretDialog } from './SecretDialog.tsx'
import { SystemAccountDialogs } from './SystemForms.tsx'

/** Page with the accounts of tills and other programs that use the API. */
export function SystemAccountsPage() {
  const t = useT()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<SystemAccount>()
  const [rotated, setRotated] = useState<SystemAccount>()
  const [tokenFor, setTokenFor] = useState<SystemAccount>()
  const [networksOf, setNetworksOf] = useState<SystemAccount>()
  const [secret, setSecret] = useState<NewSystemAccountSecret>()
  useRegisterAddAction(() => setAdding(true))
  const disable = useCall(disableSystemAccount, {
    done: 'staff:system.disabled',
    failed: 'staff:system.failed',
  })
  const enable = useCall(enableSystemAccount, { done: 'staff:system.enabled', failed: 'staff:system.failed' })
  const issue = useCall(issueSystemCode, {
    done: 'staff:system.codeIssued',
    failed: 'staff:system.codeFailed',
    onDone: ({ Account, Code, ExpiresAt }) => setSecret({ name: Account.Username, value: Code, until: ExpiresAt }),
  })
  const columns = useColumns()
  const closeForms = () => {
    setAdding(false)
    setEdited(undefined)
    setRotated(undefined)
    setTokenFor(undefined)
  }
  return (
    <>
      <ResourceTable
        area="staff"
        list={listSystemAccounts}
        label={t('staff:screens.systemAccounts')}
        rowKey="UserId"
        columns={columns}
        actions={(account) => [
          { label: t('kit:verbs.edit'), run: () => setEdited(account) },
          { label: t('staff:system.networks'), run: () => setNetworksOf(account) },
          {
            label: t('staff:system.rotate'),
            disabled: account.Status === 'Disabled' && t('staff:account.isDisabled'),
            run: () => setRotated(account),
          },
          {
            label: t('staff:system.code'),
            disabled: account.Status === 'Disabled' && t('staff:account.isDisabled'),
            confirm: {
              title: t('staff:system.codeQuestion', { name: account.DisplayName }),
              body: t('staff:system.codeAbout'),
              ok: t('staff:system.codeIssue'),
            },
            run: () => issue.mutateAsync({ UserId: account.UserId }),
          },
          {
            label: t('staff:system.scimToken'),
            disabled:
              account.Status === 'Disabled'
                ? t('staff:account.isDisabled')
                : !account.Scopes.includes('scim') && t('staff:system.noScimScope'),
            run: () => setTokenFor(account),
          },
          account.Status === 'Active'
            ? {
                label: t('staff:account.disable'),
                danger: true,
                confirm: {
                  title: t('staff:system.disableQuestion', { name: account.DisplayName }),
                  body: t('staff:system.disableAbout'),
                },
                run: () => disable.mutateAsync({ UserId: account.UserId }),
              }
            : { label: t('staff:account.enable'), run: () => enable.mutateAsync({ UserId: account.UserId }) },
        ]}
        empty={{ title: t('staff:system.empty'), hint: t('staff:system.emptyHint') }}
      />
      <SystemAccountDialogs {...{ adding, edited, rotated, tokenFor }} onClose={closeForms} onSecret={setSecret} />
      <NetworksDialog account={networksOf} onClose={() => setNetworksOf(undefined)} />
      <SystemAccountSecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}

function useColumns(): Column<SystemAccount>[] {
  const t = useT()
  return [
    { field: 'Username', title: 'staff:system.clientId' },
    'DisplayName',
    { field: 'Scopes', as: 'value' },
    { field: 'OutletCodes', render: ({ OutletCodes }) => <Outlets codes={OutletCodes} /> },
    'Status',
    {
      field: 'LastUsedAt',
      render: ({ LastUsedAt, UsedNetworks }) => (
        <>
          {LastUsedAt && formatInstant(LastUsedAt)}
          {UsedNetworks[0] && <Muted as="div">{t('staff:system.from', { network: UsedNetworks[0].Network })}</Muted>}
        </>
      ),
    },
    {
      field: 'SecretSince',
      render: ({ SecretSince, PreviousValidUntil }) => (
        <>
          {SecretSince && formatInstant(SecretSince)}
          {PreviousValidUntil && (
            <Muted as="div">{t('staff:system.previousUntil', { time: formatInstant(PreviousValidUntil) })}</Muted>
          )}
        </>
      ),
    },
    'EndsOn',
    { field: 'CallsPerMinute', render: ({ CallsPerMinute }) => CallsPerMinute ?? CALLS_PER_MINUTE },
  ]
}

const SHOWN_OUTLETS = 3

/** The outlets of an account, the first ones by code; all outlets without a restriction. */
function Outlets({ codes }: { codes: readonly string[] }) {
  const t = useT()
  if (codes.length === 0) return t('staff:system.everyOutlet')
  const more = codes.length - SHOWN_OUTLETS
  return (
    <span title={codes.join(', ')}>
      {codes.slice(0, SHOWN_OUTLETS).join(', ')}
      {more > 0 && ` +${more}`}
    </span>
  )
}
