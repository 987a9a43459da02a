import { Button } from 'antd'
import { ExternalLinkIcon } from 'lucide-react'
import { useT } from '#kit/web/i18n.ts'

/** The address of the API document, relative to the base address of the application. */
export const API_DOCUMENT = 'api/docs/'

/** A button that opens the API document in a new tab. */
export function ApiDocumentLink() {
  const t = useT()
  return (
    <Button href={API_DOCUMENT} target="_blank" rel="noreferrer" icon={<ExternalLinkIcon aria-hidden />}>
      {t('webhooks:endpoint.document')}
    </Button>
  )
}
