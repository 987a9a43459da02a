import { Button } from 'antd'
import { CopyButton } from '#kit/web/CopyButton.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Row } from '#kit/web/Layout.tsx'

/** Shows the recovery codes once. The server stores only their hashes. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const t = useT()
  return (
    <>
      <p>{t('access:authenticator.recoveryAbout')}</p>
      <Columns
        as="ul"
        least={130}
        gap="s"
        className="carat-box"
        dir="ltr"
        aria-label={t('access:authenticator.recovery')}
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Columns>
      <Row justify="spread">
        <CopyButton value={codes.join('\n')} name={t('access:authenticator.recovery')} />
        <Button type="primary" autoFocus onClick={onSaved}>
          {t('access:authenticator.saved')}
        </Button>
      </Row>
    </>
  )
}
