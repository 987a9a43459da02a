import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { ProviderName } from '#areas/setup/contract.ts'
import { appConfig } from '#areas/setup/contract.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { ResourceTable } from '#kit/web/ResourceTable.tsx'
import { PageSection } from '#kit/web/Sections.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { type Identity, listOwnIdentities, startIdentityLink, unlinkOwnIdentity } from '../../contract.ts'
import { securityPath } from '../../paths.ts'
import { ConfirmPasswordForm } from '../security/PasswordQuestion.tsx'

/** The providers linked with the signed-in user's account. Renders nothing if no provider is configured. */
export function LinkedAccounts() {
  const t = useT()
  const { state } = useLocation() as { state: { linked?: boolean } | null }
  const { data } = useRead(appConfig, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [linking, setLinking] = useState<ProviderName>()
  const [unlinking, setUnlinking] = useState<Identity>()
  const providers = data?.SignInProviders ?? []
  const nameOf = (row: Pick<Identity, 'Provider'>) => t(`access:providers.names.${row.Provider}`)
  if (providers.length === 0) return null

  return (
    <div style={{ marginBlockEnd: 24 }}>
      <PageSection title={t('access:providers.title')} hint={t('access:providers.about')}>
        {state?.linked && <Alert type="success" showIcon title={t('access:providers.linked')} role="status" />}
        <Row style={{ marginBlock: 12 }}>
          {providers.map((provider) => (
            <Button key={provider} onClick={() => setLinking(provider)}>
              {t('access:providers.link', { provider: nameOf({ Provider: provider }) })}
            </Button>
          ))}
        </Row>
        <ResourceTable
          area="access"
          name="identities"
          list={listOwnIdentities}
          label={t('access:providers.title')}
          rowKey="IdentityId"
          columns={[{ field: 'Provider', render: nameOf }, 'Subject', 'LinkedAt', 'LastUsedAt']}
          rowName={(row) => `${nameOf(row)} ${row.Subject}`}
          empty={{ title: t('access:providers.none') }}
          actions={(row) => [
            {
              label: t('access:providers.unlink'),
              danger: true,
              run: () => setUnlinking(row),
            },
          ]}
        />
        <LinkDialog provider={linking} onClose={() => setLinking(undefined)} />
        <UnlinkDialog identity={unlinking} onClose={() => setUnlinking(undefined)} />
      </PageSection>
    </div>
  )
}

function LinkDialog({ provider, onClose }: { provider: ProviderName | undefined; onClose: () => void }) {
  const t = useT()
  const start = useCall(startIdentityLink, { failed: 'access:providers.failed', errorIn: 'form' })
  const name = provider ? t(`access:providers.names.${provider}`) : ''
  return (
    <Modal
      open={provider !== undefined}
      title={t('access:providers.link', { provider: name })}
      footer={null}
      width={460}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
    >
      {provider && (
        <ConfirmPasswordForm
          ok={t('access:providers.continue', { provider: name })}
          run={async (CurrentPassword) => {
            const input = { Provider: provider, CurrentPassword, From: securityPath() }
            const { Location } = await start.mutateAsync(input)
            location.assign(Location)
          }}
          onCancel={onClose}
        >
          <p>{t('access:providers.linkAbout', { provider: name })}</p>
        </ConfirmPasswordForm>
      )}
    </Modal>
  )
}

function UnlinkDialog({ identity, onClose }: { identity: Identity | undefined; onClose: () => void }) {
  const t = useT()
  const unlink = useCall(unlinkOwnIdentity, {
    done: 'access:providers.unlinked',
    failed: 'access:providers.unlinkFailed',
    errorIn: 'form',
    onDone: onClose,
  })
  const provider = identity ? t(`access:providers.names.${identity.Provider}`) : ''
  return (
    <Modal
      open={identity !== undefined}
      title={t('access:providers.unlinkTitle', { provider })}
      footer={null}
      width={460}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
    >
      {identity && (
        <ConfirmPasswordForm
          ok={t('access:providers.unlink')}
          danger
          run={(CurrentPassword) => unlink.mutateAsync({ IdentityId: identity.IdentityId, CurrentPassword })}
          onCancel={onClose}
        >
          <p>{t('access:providers.unlinkConfirm', { provider, subject: identity.Subject })}</p>
        </ConfirmPasswordForm>
      )}
    </Modal>
  )
}
