import { Alert, Button } from 'antd'
import { formatInstant } from '../format.ts'
import { useT } from '../i18n.ts'
import { Row, Stack } from '../Layout.tsx'

/** Offers to restore a draft; it is never restored without the user's choice. */
export function DraftOffer({ at, onRestore, onDrop }: { at: string; onRestore: () => void; onDrop: () => void }) {
  const t = useT()
  return (
    <Alert
      style={{ marginBlockEnd: 16 }}
      type="info"
      showIcon
      role="status"
      title={t('kit:draft.question')}
      description={
        <Stack start gap="s">
          {t('kit:draft.found', { time: formatInstant(at) })}
          <Row>
            <Button size="small" type="primary" onClick={onRestore}>
              {t('kit:draft.restore')}
            </Button>
            <Button size="small" onClick={onDrop}>
              {t('kit:verbs.discard')}
            </Button>
          </Row>
        </Stack>
      }
    />
  )
}
