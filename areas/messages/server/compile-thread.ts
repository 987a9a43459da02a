import { cleanText, compile } from './compile.ts'
import type { CompiledText, CompileTask } from './compile-texts.ts'
import { renderMessage } from './render-version.ts'
import { performTasks } from './threads/thread.ts'

// The worker threads of compile-texts.ts start with this file.

async function perform({ names, ContactType, Purpose, text, webUrl, preview }: CompileTask): Promise<CompiledText> {
  const cleaned = cleanText(names, ContactType, text, { webUrl })
  const version = { ...compile(ContactType, Purpose, cleaned.text), Language: text.Language }
  const rendered = preview ? renderMessage(ContactType, version, preview.merged, preview.currency) : null
  return { ...cleaned, version, rendered }
}

// Liquid is loaded before the first task, so that loading does not count towards the time limit of the task.
compile('Email', 'Service', { Language: 'en', Subject: '', Body: '' })
performTasks(perform)
