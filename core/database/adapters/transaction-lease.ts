// A transaction that ends with statements on its own connection.
import type { Connection, Lease, TransactionLease } from './adapter';

export const transactionOn = <To extends Connection>({
  connection,
  release,
}: Lease<To>): TransactionLease => ({
  connection,
  release,
  commit: () => connection.exec('COMMIT'),
  rollback: () => connection.exec('ROLLBACK'),
});
