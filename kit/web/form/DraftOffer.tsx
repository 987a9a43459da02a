import { Alert, Button, Flex } from 'antd'
import { formatInstant } from '../format.ts'
import { useT } from '../i18n.ts'

/** "Restore draft?": asked, never done unasked. */
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
        <Flex vertical gap={8} align="start">
          {t('kit:draft.found', { time: formatInstant(at) })}
          <Flex wrap gap={8}>
            <Button size="small" type="primary" onClick={onRestore}>
              {t('kit:draft.restore')}
            </Button>
            <Button size="small" onClick={onDrop}>
              {t('kit:draft.drop')}
            </Button>
          </Flex>
        </Flex>
      }
    />
  )
}
