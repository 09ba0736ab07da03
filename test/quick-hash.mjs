/**
 * Loaded into shops that tests start as processes: argon2id with a thousandth of the work. JavaScript, because it is
 * loaded before the compile cache is on. With REAL_HASHES=1 it has all of the work, for passwords of earlier releases.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
if (process.env.REAL_HASHES !== '1') {
  crypto.argon2 = (algorithm, parameters, callback) =>
    argon2(algorithm, { ...parameters, memory: 64, passes: 1 }, callback)
  syncBuiltinESMExports()
}
