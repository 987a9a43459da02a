import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createElement, useRef } from 'react'
import type { Endpoint, Reply, WebRequestBody } from '#kit/contract/endpoint.ts'
import { call, isFinalRefusal } from './call.ts'
import { resolveTextSource, type TextSource } from './message.ts'
import { type MessageAction, notify } from './notify.tsx'
import { clearRecentChanges } from './table/touched.ts'
import { UndoButton } from './UndoButton.tsx'

type Options<E extends Endpoint> = {
  /** The message if the call succeeds. Without `done` and `headline`, success shows no notification. */
  done?: TextSource<[reply: Reply<E>, input: WebRequestBody<E>]>
  /** The title of the success notification: the record and the event, "Lim Chee Keong registered". */
  headline?: TextSource<[reply: Reply<E>, input: WebRequestBody<E>]>
  /** The next action, offered in the notification. */
  act?: (reply: Reply<E>, input: WebRequestBody<E>) => MessageAction | undefined
  /** The title of the notification if the call fails, above the server's message. */
  failed: TextSource<[error: Error, input: WebRequestBody<E>]>
  /** Undoes the change of the call. The success notification shows an Undo button for some seconds. */
  undo?: (reply: Reply<E>) => Promise<unknown>
  onDone?: (reply: Reply<E>, input: WebRequestBody<E>) => unknown
  /** True if the form shows errors itself, so that errors cause no notification. */
  errorIn?: 'form'
}

/** A mutation for an endpoint: notifies the user of the outcome, and retries with the same idempotency key. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  { done, headline, act, failed, undo, onDone, errorIn }: Options<E>,
) {
  const client = useQueryClient()
  const pendingAttempt = useRef<{ body: string; key: string }>(undefined)

  return useMutation<Reply<E>, Error, WebRequestBody<E>>({
    // A call fails at once without a network, because it must not be sent later, when the user no longer expects it.
    networkMode: 'always',
    mutationFn: (input) => {
      if (!endpoint.idempotent) return call(endpoint, input)
      // A call with the same input uses the same idempotency key, because a repeated input is a retry.
      const body = JSON.stringify(input)
      if (pendingAttempt.current?.body !== body) pendingAttempt.current = { body, key: crypto.randomUUID() }
      return call(endpoint, input, { idempotencyKey: pendingAttempt.current.key })
    },
    onSuccess: async (reply, input) => {
      pendingAttempt.current = undefined
      const undoAndRefresh = async () => {
        await undo?.(reply)
        clearRecentChanges(client, endpoint)
      }
      const messageAction = undo ? createElement(UndoButton, { run: undoAndRefresh }) : act?.(reply, input)
      const sentence = done && resolveTextSource(done, reply, input)
      if (headline) notify({ title: resolveTextSource(headline, reply, input), detail: sentence, act: messageAction })
      else if (sentence) notify.success(sentence, messageAction)
      await onDone?.(reply, input)
    },
    onError: (error, input) => {
      if (isFinalRefusal(error)) pendingAttempt.current = undefined
      if (errorIn !== 'form') notify.error(() => resolveTextSource(failed, error, input), error)
    },
  })
}
