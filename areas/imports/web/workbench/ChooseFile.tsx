import { Alert, Upload } from 'antd'
import { DownloadIcon, InboxIcon } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { JobProgress } from '#kit/web/JobProgress.tsx'
import { Stack } from '#kit/web/Layout.tsx'
import { ErrorState } from '#kit/web/States.tsx'
import type { ImportUpload } from './types.ts'

type Props = {
  upload: (file: File, onProgress: (part: number) => void) => Promise<ImportUpload>
  onUploaded: (file: File, upload: ImportUpload) => void
  types: readonly string[]
  maxBytes: number
  templateUrl: string | undefined
}

/** Step 1 of an import: the user chooses or drops a file. Type and size are checked before the upload. */
export function ChooseImportFile({ upload, onUploaded, types, maxBytes, templateUrl }: Props) {
  const t = useT()
  const [sending, setSending] = useState<{ file: File; part: number }>()
  const [problem, setProblem] = useState<string>()
  const [error, setError] = useState<unknown>()
  const typeNames = types.join(', ')

  const take = async (file: File) => {
    setError(undefined)
    if (!types.some((type) => file.name.toLowerCase().endsWith(type)))
      return setProblem(t('kit:upload.wrongType', { name: file.name, types: typeNames }))
    if (file.size > maxBytes)
      return setProblem(
        t('kit:upload.tooLarge', { name: file.name, size: formatBytes(file.size), limit: formatBytes(maxBytes) }),
      )
    setProblem(undefined)
    setSending({ file, part: 0 })
    try {
      onUploaded(file, await upload(file, (part) => setSending({ file, part })))
    } catch (failure) {
      setError(failure)
    } finally {
      setSending(undefined)
    }
  }

  return (
    <Stack>
      <Upload.Dragger
        accept={types.join(',')}
        multiple={false}
        showUploadList={false}
        disabled={sending !== undefined}
        beforeUpload={(file) => {
          void take(file)
          return false
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxIcon aria-hidden />
        </p>
        <p className="ant-upload-text">{t('imports:workbench.drop')}</p>
        <p className="ant-upload-hint">
          {t('imports:workbench.allowed', { types: typeNames, size: formatBytes(maxBytes) })}
        </p>
      </Upload.Dragger>
      {templateUrl && (
        <a href={templateUrl} download>
          <DownloadIcon aria-hidden /> {t('imports:workbench.template')}
        </a>
      )}
      {sending && (
        <JobProgress
          label={t('kit:upload.uploading', { name: sending.file.name })}
          status="Running"
          done={Math.round(sending.part * 100)}
          total={100}
        />
      )}
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      {error !== undefined && <ErrorState error={error} title={t('imports:workbench.failedUpload')} />}
    </Stack>
  )
}
