import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { notify } from '#kit/web/notify.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { listOwnPasskeys, type Passkey, removePasskey, renamePasskey } from '../../contract.ts'
import { ConfirmPasswordForm } from '../security/PasswordQuestion.tsx'
import { AddPasskeyForm } from './AddPasskeyForm.tsx'
import { canUsePasskeys } from './webauthn.ts'

/** The passkeys of the signed-in user: add, rename and remove. */
export function OwnPasskeys({ hasPassword }: { hasPassword: boolean }) {
  const t = useT()
  const client = useQueryClient()
  const [adding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey>()
  const [removing, setRemoving] = useState<Passkey>()
  return (
    <PageSection title={t('access:passkeys.title')} hint={t('access:passkeys.about')}>
      {canUsePasskeys() ? (
        <Row style={{ marginBlock: 12 }}>
          <Button icon={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
            {t('access:passkeys.add')}
          </Button>
        </Row>
      ) : (
        <p>{t('access:signIn.passkeyNotHere')}</p>
      )}
      <ResourceTable
        area="access"
        name="passkeys"
        list={listOwnPasskeys}
        label={t('access:passkeys.title')}
        rowKey="PasskeyId"
        columns={[
          'Name',
          'CreatedAt',
          { field: 'LastUsedAt', render: (row) => formatInstant(row.LastUsedAt) || t('access:passkeys.never') },
          {
            field: 'SyncedYN',
            render: (row) => t(row.SyncedYN === 'Y' ? 'access:passkeys.synced' : 'access:passkeys.oneDevice'),
          },
        ]}
        rowName={(row) => row.Name}
        empty={{ title: t('access:passkeys.none') }}
        actions={(row) => [
          { label: t('access:passkeys.rename'), run: () => setRenaming(row) },
          { label: t('access:passkeys.remove'), danger: true, run: () => setRemoving(row) },
        ]}
      />
      <Modal
        open={adding}
        title={t('access:passkeys.add')}
        footer={null}
        width={460}
        onCancel={() => setAdding(false)}
        mask={{ closable: false }}
        destroyOnHidden
      >
        <AddPasskeyForm
          hasPassword={hasPassword}
          onAdded={(name) => {
            setAdding(false)
            notify.success(t('access:passkeys.added', { name }))
            void client.invalidateQueries()
          }}
          onCancel={() => setAdding(false)}
        />
      </Modal>
      <FormDialog
        area="access"
        title={t('access:passkeys.rename')}
        open={renaming !== undefined}
        onClose={() => setRenaming(undefined)}
        call={renamePasskey}
        initial={renaming}
        fields={[{ name: 'Name', label: 'access:passkeys.name' }]}
        done="access:passkeys.renamed"
        failed="access:passkeys.failed"
      />
      <RemoveDialog passkey={removing} hasPassword={hasPassword} onClose={() => setRemoving(undefined)} />
    </PageSection>
  )
}

type RemoveProps = { passkey: Passkey | undefined; hasPassword: boolean; onClose: () => void }

function RemoveDialog({ passkey, hasPassword, onClose }: RemoveProps) {
  const t = useT()
  const remove = useCall(removePasskey, {
    done: 'access:passkeys.removed',
    failed: 'access:passkeys.failed',
    ...(hasPassword && { errorIn: 'form' }),
    onDone: onClose,
  })
  return (
    <Modal
      open={passkey !== undefined}
      title={t('access:passkeys.removeTitle', { name: passkey?.Name ?? '' })}
      footer={null}
      width={460}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
    >
      {passkey && hasPassword && (
        <ConfirmPasswordForm
          ok={t('access:passkeys.remove')}
          danger
          run={(CurrentPassword) => remove.mutateAsync({ PasskeyId: passkey.PasskeyId, CurrentPassword })}
          onCancel={onClose}
        >
          <p>{t('access:passkeys.removeAbout')}</p>
        </ConfirmPasswordForm>
      )}
      {passkey && !hasPassword && (
        <>
          <p>{t('access:passkeys.removeAbout')}</p>
          <Row justify="end">
            <Button onClick={onClose}>{t('kit:verbs.cancel')}</Button>
            <Button
              type="primary"
              danger
              loading={remove.isPending}
              onClick={() => remove.mutate({ PasskeyId: passkey.PasskeyId })}
            >
              {t('access:passkeys.remove')}
            </Button>
          </Row>
        </>
      )}
    </Modal>
  )
}
