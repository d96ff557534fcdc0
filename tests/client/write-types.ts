// Writes the types of an OpenAPI document, from the standard input, to the standard output. The generator needs the API of
// TypeScript 5, which later versions no longer have.
import { registerHooks } from 'node:module';
import { text } from 'node:stream/consumers';

const older = import.meta.resolve('typescript-5');
registerHooks({
  resolve: (name, context, next) =>
    name === 'typescript' ? { url: older, shortCircuit: true } : next(name, context),
});
const { default: openapiTypes, astToString } = await import('openapi-typescript');
process.stdout.write(astToString(await openapiTypes(await text(process.stdin))));
