"""Names that belong to the field: acronyms and systems that an abstract mentions without having made them."""

from __future__ import annotations

# Acronyms of areas, tasks, models, measures and things: never a paper's own name. In lower case, singular.
_FIELD = (
    "2d 3d 3dgs 4d 5g 6g ad aes ai agi aigc al ann ap api apis ar arc asr auc auroc av bev bleu bnn bpe cad cbow "
    "cer cfg ci cl cls cnn cot covid covid-19 cpu crf csi ct cv cvpr cxr dag ddpm dfa dit dl dm dna dnn dp dqn "
    "drl dsp ecg eeg ehr elbo em emd erm f1 fcn fft fid fl flop fm fmri fpga fps fsl gbdt gcn gec gflop glm glu "
    "gmm gnn gnss gp gpt gpu gt gui hci hmm hoi hpc hr hsi icd icl id iclr icml idf ieee iid il imu inr iot iou "
    "ir irl it json kd kb kg kl knn kv lda ldm lfm lidar llm lm lmm lms lr lrm lstm lvlm mab mae map mapf mar "
    "marl mc mcmc mcp mcts mdl mdp mha mi mil mimo miou ml mle mllm mlm mlp mm mmd moe mpc mri mse mt mtl nas ner "
    "neurips nlg nli nlp nlu nmt nn np ntk o2o ocr ode ofdm ood oov ot p2p pac pca pde peft pet pinn pl plm pomdp "
    "pos ppl prm psnr ptq qa qat qe r1 rag rct re relu rf rgb rgb-d rkhs rl rlhf rlvr rm rmse rna rnn roc roi "
    "rouge s2s sar sat sd sde sdf sem sfm sft sfda sgd si sim2real slam slm smt snn snr sota sparql sql sr srl "
    "ssim ssl ssm sts svd svm swe t2i t2v tda tf-idf tpu ts tta tts tv uav ui uk un url uda ud uq ux vfm vi vib "
    "vit vla vlm vln vqa vr vrp wer wmt wsd wsi xai xml xr openai nvidia github pytorch tensorflow huggingface "
    "cifar cifar-10 cifar-100 wikipedia youtube pubmed arxiv latex python javascript linux android google "
    "microsoft facebook meta amazon twitter reddit english chinese bayesian gaussian markov euclidean riemannian "
    "hilbert banach fourier lipschitz wasserstein shapley nash pareto bellman langevin hamiltonian lagrangian "
    "bregman hessian jacobian laplacian laplace monte carlo newton transformer transformers internet european "
    "american arabic japanese korean german french spanish russian hindi indian turkish portuguese italian "
    "vietnamese mas us ms "
)
FIELD = frozenset(_FIELD.split())
# Endings that make a description of a name: "LLM-based", "RL-driven".
_DESCRIBING = (
    "based driven powered guided aware style like free enhanced augmented inspired assisted enabled trained "
    "tuned specific level wise agnostic oriented only type generated related informed augmentation conditioned "
    "supervised invariant equivariant regularized centric structured optimal theoretic dimensional hard "
    "complete parametric order bit shot shaped grounded induced integrated "
)
DESCRIBING = frozenset(_DESCRIBING.split())
# Words that a sentence begins with or a description consists of.
_COMMON = (
    "the a an this that these those we our it its in on for to of and or with as by from at is are be novel new "
    "two three four several both large small deep neural learning training data model models network networks "
    "graph graphs image images language vision video text multi self semi non pre post state first second third "
    "one many some all each most more here there however moreover furthermore thus results experiments evidence "
    "methods algorithms approaches frameworks "
)
COMMON = frozenset(_COMMON.split())
