import { Button } from 'antd'
import { LockOpenIcon, MailIcon, PencilIcon, PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { ConfirmAction, ReasonedButton } from '#kit/web/ConfirmAction.tsx'
import { LabelledFacts } from '#kit/web/Facts.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState } from '#kit/web/States.tsx'
import { StatusTag } from '#kit/web/StatusTag.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { type Account, addUser, disableUser, enableUser, updateUser } from '../../../access/contract/accounts.ts'
import { requestPasswordReset, unlockAccount } from '../../../access/contract/passwords.ts'
import type { Person } from '../../contract/people.ts'
import { useGrantableRights } from '../rights/useRightLimits.ts'

type Props = { person: Person; account: Account | null; self: boolean }

/** Card with the account of a staff member; only staff members themselves set their password, through a link. */
export function StaffAccountCard({ person, account, self }: Props) {
  const t = useT()
  const [adding, setAdding] = useState(false)
  const suggestedUsername = (
    person.Email?.split('@')[0] ?? person.PreferredName.replace(/[^a-z0-9]+/gi, '.')
  ).toLowerCase()
  if (account) return <ExistingAccount person={person} account={account} self={self} />
  return (
    <Card title={t('staff:account.title')}>
      <EmptyState
        title={t('staff:account.none')}
        hint={t('staff:account.noneHint')}
        action={
          person.Status === 'Active' && (
            <Button type="primary" icon={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
              {t('staff:account.add')}
            </Button>
          )
        }
      />
      <FormDialog
        area="staff"
        title={t('staff:account.add')}
        open={adding}
        onClose={() => setAdding(false)}
        call={addUser}
        initial={{ Username: suggestedUsername }}
        fixed={{ StaffId: person.StaffId }}
        fields={['Username']}
        done="staff:account.added"
        failed="staff:account.addFailed"
      />
    </Card>
  )
}

function ExistingAccount({ person, account, self }: Props & { account: Account }) {
  const t = useT()
  const labels = useLabels('staff')
  const [renaming, setRenaming] = useState(false)
  const { UserId } = account
  const link = useCall(requestPasswordReset, {
    done: ({ SentTo }) => t('staff:account.linkSent', { to: SentTo }),
    failed: 'staff:account.linkFailed',
  })
  const unlock = useCall(unlockAccount, {
    done: ({ Username, Forgotten }) =>
      t(Forgotten > 0 ? 'staff:account.unlocked' : 'staff:account.wasNotLocked', { name: Username }),
    failed: 'staff:account.unlockFailed',
  })
  const disable = useCall(disableUser, {
    done: 'staff:account.disabled',
    failed: 'staff:account.disableFailed',
  })
  const enable = useCall(enableUser, { done: 'staff:account.enabled', failed: 'staff:account.enableFailed' })
  const privilegeReason = useGrantableRights().reasonFor(account)
  const disabledReason = privilegeReason || (self && t('staff:account.notYourOwn'))
  return (
    <Card title={t('staff:account.title')}>
      <LabelledFacts
        items={[
          { label: labels.field('Username'), value: account.Username, copy: account.Username },
          { label: labels.field('AccountStatus'), value: <StatusTag area="staff" status={account.Status} /> },
          {
            label: t('access:signIn.password'),
            value: t(account.HasPasswordYN === 'Y' ? 'staff:account.hasPassword' : 'staff:account.noPassword'),
          },
          {
            label: labels.field('LastSignInAt'),
            value: account.LastSignInAt ? formatInstant(account.LastSignInAt) : t('staff:account.never'),
          },
        ]}
      />
      <Row className="carat-space-before">
        <ConfirmAction
          label={t('staff:account.sendLink')}
          icon={<MailIcon aria-hidden />}
          title={t('staff:account.sendLinkQuestion', { name: person.FullName })}
          body={t('staff:account.sendLinkAbout')}
          ok={t('staff:account.sendLink')}
          disabled={
            privilegeReason
              ? privilegeReason
              : account.Status === 'Disabled'
                ? t('staff:account.isDisabled')
                : !person.Email && !person.ContactNo && t('staff:account.noAddress')
          }
          run={() => link.mutateAsync({ UserId })}
        />
        <ReasonedButton
          icon={<LockOpenIcon aria-hidden />}
          reason={privilegeReason || (account.Status === 'Disabled' && t('staff:account.isDisabled'))}
          loading={unlock.isPending}
          onClick={() => unlock.mutate({ UserId })}
        >
          {t('staff:account.unlock')}
        </ReasonedButton>
        <ReasonedButton icon={<PencilIcon aria-hidden />} reason={disabledReason} onClick={() => setRenaming(true)}>
          {t('staff:account.rename')}
        </ReasonedButton>
        {account.Status === 'Active' ? (
          <ConfirmAction
            label={t('staff:account.disable')}
            danger
            title={t('staff:account.disableQuestion', { name: person.FullName })}
            body={t('staff:account.disableAbout')}
            ok={t('staff:account.disable')}
            disabled={disabledReason}
            run={() => disable.mutateAsync({ UserId })}
          />
        ) : (
          <ReasonedButton reason={privilegeReason} onClick={() => enable.mutate({ UserId })} loading={enable.isPending}>
            {t('staff:account.enable')}
          </ReasonedButton>
        )}
      </Row>
      <FormDialog
        area="staff"
        title={t('staff:account.rename')}
        open={renaming}
        onClose={() => setRenaming(false)}
        call={updateUser}
        initial={account}
        fields={['Username']}
        done="staff:account.renamed"
        failed="staff:account.renameFailed"
      />
    </Card>
  )
}
