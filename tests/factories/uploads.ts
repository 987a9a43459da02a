import * as contract from '#areas/imports/contract.ts'
import { API_BASE } from '#kit/server/serve.ts'
import { type Caller, hq, type TestApp } from '../harness.ts'

type Sending = { as?: Caller | null; kind?: string; name?: string; headers?: Record<string, string> }

/** Uploads a file for an import, as a browser does. */
export const uploadTo =
  (app: TestApp) =>
  async (content: string | Buffer, { as = hq, kind = 'postcodes', name = 'p.csv', headers }: Sending = {}) => {
    const head = `--frontier\r\ncontent-disposition: form-data; name="File"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
    const reply = await app.inject({
      method: 'POST',
      url: `${API_BASE}${contract.uploadImport.path}?Kind=${kind}`,
      payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--frontier--\r\n')]),
      headers: {
        'content-type': 'multipart/form-data; boundary=frontier',
        ...(as && { authorization: `Bearer ${(await app.token(as)).token}` }),
        ...headers,
      },
    })
    return {
      status: reply.status,
      body: reply.body as contract.UploadedImport,
      refusal: reply.body as { code: string; message: string },
    }
  }
