// Runs the steps of a command. A failure ends the run with the exit code of the step.
import { run } from './child.mjs';
import { CommandError } from './command-error.mjs';

/**
 * Runs one stage after another. The lanes of a stage run in parallel, the steps of a lane one after another. A step has a
 * `name` and either `work`, a function, or `node`, the arguments of a Node process, with `env` in addition to this
 * process's environment. Throws the first failure once the running steps have ended, and starts no others.
 */
export async function runStages(stages) {
  for (const lanes of stages) {
    let failure;
    await Promise.all(
      lanes.map(async (lane) => {
        for (const step of lane) {
          if (failure) return;
          await runStep(step, lanes.length > 1).catch((error) => (failure = failure || error));
        }
      }),
    );
    if (failure) throw failure;
  }
}

/** Next to other steps, the output of a process is printed when it ends, so that outputs do not mix. */
async function runStep(step, hasNeighbors) {
  console.log(`\n== ${step.name}${hasNeighbors ? ': started' : ''}`);
  const started = Date.now();
  if (step.work) await step.work();
  else {
    const env = Object.assign({}, process.env, step.env);
    const { code, output } = await run(process.execPath, step.node, { env, quiet: hasNeighbors });
    if (hasNeighbors) console.log(`\n== ${step.name}\n${output.trimEnd()}`);
    if (code !== 0) throw new CommandError(`\n"${step.name}" failed.`, code || 1);
  }
  console.log(`== ${step.name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
