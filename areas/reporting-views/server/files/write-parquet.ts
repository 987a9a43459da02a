import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { ParquetColumn } from './columns.ts'

/** Rows of a row group: few enough that encoding a group delays the calls of the same process only briefly. */
const ROWS_PER_GROUP = 10_000

export type WrittenFile = { rows: number; bytes: number; sha256: string }
/** A row as texts of PostgreSQL in the order of the columns. */
export type TextRow = readonly (string | null)[]

/** Writes bytes to a file and hashes them, so that only one row group is in memory. */
class FileWriter extends ByteWriter {
  readonly hash = createHash('sha256')
  readonly #file: FileHandle

  constructor(file: FileHandle) {
    super(1 << 16)
    this.#file = file
  }

  async flush() {
    const bytes = this.getBytes()
    this.hash.update(bytes)
    await this.#file.writeFile(bytes)
    this.index = 0
  }

  override finish() {
    return this.flush()
  }
}

/** A Parquet file that is written in row groups. The same rows always give the same bytes. */
export class ParquetFile {
  readonly #handle: FileHandle
  readonly #bytes: FileWriter
  readonly #parquet: ParquetWriter
  readonly #columns: readonly ParquetColumn[]
  #group: unknown[][]
  #rows = 0

  private constructor(handle: FileHandle, columns: readonly ParquetColumn[]) {
    this.#handle = handle
    this.#columns = columns
    this.#group = columns.map(() => [])
    this.#bytes = new FileWriter(handle)
    const root = { name: 'root', num_children: columns.length }
    this.#parquet = new ParquetWriter({
      writer: this.#bytes,
      schema: [root, ...columns.map(({ element }) => element)],
      createdBy: 'carat',
    })
  }

  static async create(path: string, columns: readonly ParquetColumn[]): Promise<ParquetFile> {
    return new ParquetFile(await open(path, 'wx', 0o600), columns)
  }

  async add(row: TextRow) {
    this.#columns.forEach(({ encode }, place) => {
      const text = row[place]!
      this.#group[place]!.push(text === null ? null : encode(text))
    })
    this.#rows++
    if (this.#rows % ROWS_PER_GROUP === 0) await this.#writeGroup()
  }

  async #writeGroup() {
    const columnData = this.#columns.map(({ element }, place) => ({ name: element.name, data: this.#group[place]! }))
    this.#group = this.#columns.map(() => [])
    await this.#parquet.write({ columnData, rowGroupSize: ROWS_PER_GROUP })
  }

  /** Writes the rest and the footer, and closes the file. */
  async finish(): Promise<WrittenFile> {
    if (this.#group[0]!.length > 0) await this.#writeGroup()
    await this.#parquet.finish()
    await this.close()
    return { rows: this.#rows, bytes: this.#bytes.offset, sha256: this.#bytes.hash.digest('hex') }
  }

  /** Closes the file after a failure. */
  close = () => this.#handle.close()
}
