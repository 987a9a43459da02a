import type { Reply } from '#kit/contract/endpoint.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import {
  addSystemAccount,
  issueScimToken,
  rotateSystemAccountSecret,
  type SystemAccount,
  updateSystemAccount,
} from '../../../access/contract/system-accounts.ts'
import { fetchOutletChoices } from '../outlet-choices.ts'
import type { NewSystemAccountSecret } from './SecretDialog.tsx'

type Props = {
  adding: boolean
  edited: SystemAccount | undefined
  rotated: SystemAccount | undefined
  tokenFor: SystemAccount | undefined
  onClose: () => void
  onSecret: (secret: NewSystemAccountSecret) => void
}

const limits = [
  { name: 'OutletCodes', choices: fetchOutletChoices, help: 'staff:system.outletHelp' },
  { name: 'Networks', help: 'staff:system.networksHelp' },
  { name: 'EndsOn', help: 'staff:system.endsOnHelp' },
  { name: 'CallsPerMinute', help: 'staff:system.limitHelp' },
] as const

/** Dialogs of system accounts: add and edit an account, replace its secret, and issue a token. */
export function SystemAccountDialogs({ adding, edited, rotated, tokenFor, onClose, onSecret }: Props) {
  const t = useT()
  const showSecret = ({ Account, ClientSecret }: Reply<typeof rotateSystemAccountSecret>) =>
    onSecret({ name: Account.Username, value: ClientSecret })
  return (
    <>
      <FormDialog
        area="staff"
        title={t('staff:screens.addSystem')}
        open={adding}
        onClose={onClose}
        call={addSystemAccount}
        fields={[{ name: 'Username', label: 'staff:system.clientId' }, 'DisplayName', 'Scopes', ...limits]}
        done="staff:system.added"
        failed="staff:system.failed"
        onDone={showSecret}
      />
      <FormDialog
        area="staff"
        title={t('staff:system.edit')}
        open={edited !== undefined}
        onClose={onClose}
        call={updateSystemAccount}
        initial={edited}
        fields={['DisplayName', 'Scopes', ...limits]}
        done="staff:system.updated"
        failed="staff:system.failed"
      />
      <FormDialog
        area="staff"
        title={t('staff:system.rotate')}
        open={rotated !== undefined}
        onClose={onClose}
        call={rotateSystemAccountSecret}
        initial={rotated && { UserId: rotated.UserId, GraceHours: 24 }}
        fields={[{ name: 'GraceHours', help: 'staff:system.graceHelp' }]}
        submit="staff:system.rotate"
        done="staff:system.rotated"
        failed="staff:system.failed"
        onDone={showSecret}
      />
      <FormDialog
        area="staff"
        title={t('staff:system.scimToken')}
        open={tokenFor !== undefined}
        onClose={onClose}
        call={issueScimToken}
        initial={tokenFor && { UserId: tokenFor.UserId, Days: 180 }}
        fields={[{ name: 'Days', help: 'staff:system.scimTokenHelp' }]}
        submit="staff:system.scimToken"
        done="staff:system.scimTokenIssued"
        failed="staff:system.failed"
        onDone={({ Account, Token, ExpiresAt }) =>
          onSecret({ name: Account.Username, value: Token, until: ExpiresAt, kind: 'scimToken' })
        }
      />
    </>
  )
}
